package assign

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/link"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
)

func noRest() {}

const sample = `screen: /playground
goal: Answer each question without reading more than 100 films, and lose none.
check: figure(examined) <= 100
check: figure(lost) = 0 and figure(scans) < 1
may: keys, questions
hint: Which column do all the questions name?
hint: A year stands in the PartitionKey.
minutes: 15
`

func parsed(t *testing.T, source string) Task {
	t.Helper()
	task, err := Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// A task is the same as text and in a link, with each form of a beginning.
func TestRoundTrip(t *testing.T) {
	packed, err := link.Pack([]byte("keyrange.work 1\nrows\n"), noRest)
	if err != nil {
		t.Fatal(err)
	}
	w := script.New(1, script.DefaultStart, nil)
	for _, line := range []string{"create table Films", "insert Films Drama/Psycho Year=1960"} {
		c, _ := command.Parse(line)
		if _, err := w.Do(c); err != nil {
			t.Fatal(err)
		}
	}
	m := script.MomentOf(w, 0, true)
	m.Screen = "clients"
	for name, start := range map[string]string{"none": "", "work": packed, "commands": m.Link(noRest), "another": "something else"} {
		t.Run(name, func(t *testing.T) {
			task := parsed(t, sample+"start: "+start+"\n")
			again := parsed(t, task.String())
			text, err := task.Pack(noRest)
			if err != nil {
				t.Fatal(err)
			}
			opened, err := Unpack(text, noRest)
			if err != nil || again.String() != task.String() || opened.String() != task.String() || opened.ID() != task.ID() {
				t.Errorf("%v: want\n%s\ngot as text\n%s\nand in a link\n%s", err, task.String(), again.String(), opened.String())
			}
			r := Result{Task: task, Alias: "Zoë", Work: Loosen(start+" ", noRest)}
			if r.Work = strings.TrimSpace(r.Work); r.Work == "" {
				r.Work = "x"
			}
			line, err := r.Pack(noRest)
			if err != nil {
				t.Fatal(err)
			}
			back, err := UnpackResult("https://example.org/gallery"+ResultMark+line+"\n", noRest)
			if err != nil || back.Alias != r.Alias || back.Work != r.Work || back.Task.String() != task.String() {
				t.Errorf("%v: got %+v, want %+v", err, back, r)
			}
		})
	}
	if got := string(Opened(Loosen(packed, noRest))); got != "keyrange.work 1\nrows\n" {
		t.Errorf("opened as %q", got)
	}
}

// What is wrong with a task is said with its line.
func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"", "names its screen"},
		{"screen: playground", "names its screen"},
		{"screen: /playground\ngoal: x", "1 to 6 conditions"},
		{"screen: /playground\nscreen: /playground", "Line 2: There is a second line screen:"},
		{"colour: red", "Line 1: A line of a task begins"},
		{"check: figure(price) = 0", "name is one of"},
		{"check: figure(lost)", "true or false"},
		{"check: ever(lost() = 0)", "no ever"},
		{"check: figure(lost) = 0\ncheck: figure(lost) = 0", "Line 2: This condition stands there twice"},
		{"check: figure(lost) = " + strings.Repeat("0", 200), "200 bytes"},
		{strings.Repeat("check: figure(lost) = 0 and 1 = 1\n", 1) + strings.Repeat("hint: x\n", 4) + "screen: /a\ngoal: x", "at most 3 hints"},
		{"minutes: 0", "whole number"},
		{"screen: /a\ngoal: x\ncheck: 1 = 1\nmay: keys, prices", "of keys"},
		{"screen: /a\ngoal: " + strings.Repeat("x", 301) + "\ncheck: 1 = 1", "300 bytes"},
		{"screen: /a\ngoal: x\ncheck: 1 = 1\nminutes: 481", "480 minutes"},
		{strings.Repeat(" ", MaxText+1), "73,728"},
	} {
		if _, err := Parse(c.source); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: got %v, want %q", c.source, err, c.want)
		}
	}
}

// A condition holds by what is there, and never by a figure that is not there yet
// or by a change that is not allowed.
func TestJudge(t *testing.T) {
	task := parsed(t, sample)
	for _, c := range []struct {
		name    string
		figures map[string]float64
		changed []string
		met     bool
		live    string
	}{
		{"met", map[string]float64{"examined": 100, "lost": 0, "scans": 0}, []string{"keys"}, true, "100 0"},
		{"dearer", map[string]float64{"examined": 1201, "lost": 0, "scans": 0}, nil, false, "1,201 0"},
		{"not measured", map[string]float64{"lost": 0, "scans": 0}, nil, false, " 0"},
		{"other rows", map[string]float64{"examined": 1, "lost": 0, "scans": 0}, []string{"data"}, false, "1 0"},
		{"nothing", nil, nil, false, " "},
	} {
		o := task.Judge(State{Facts: NewFacts(c.figures), Changed: c.changed})
		if o.Met != c.met || o.Terms[0].Live+" "+o.Terms[1].Live != c.live || (o.Broken != "") != (c.name == "other rows") {
			t.Errorf("%s: got %+v", c.name, o)
		}
	}
	differs := parsed(t, strings.Replace(sample, "figure(examined) <= 100", "figure(served) != 5", 1))
	if o := differs.Judge(State{Facts: NewFacts(nil)}); o.Terms[0].Met {
		t.Error("a figure that is not there differs from 5")
	}
}

// What controls offer can be read, said in words and taken apart again.
func TestFigures(t *testing.T) {
	asked := map[string]bool{}
	for _, f := range Figures {
		check := f.Ask + " " + f.Relation + " " + f.Number
		c, problem := ReadCheck(check)
		if problem != "" {
			t.Errorf("%s: %s", check, problem)
			continue
		}
		got, relation, number, ok := Taken(c.String())
		if !ok || got.Ask != f.Ask || relation != f.Relation || number != f.Number || !strings.Contains(Words(check), number) {
			t.Errorf("%s is taken for %+v %s %s", check, got, relation, number)
		}
		asked[f.Ask] = true
	}
	for _, name := range lessons.FigureNames {
		if !asked["figure("+name+")"] {
			t.Errorf("no control offers figure(%s)", name)
		}
	}
	if Words("figure(lost) = 0 and 1 = 1") != "figure(lost) = 0 and 1 = 1" {
		t.Error("a condition of one's own is not shown as it is written")
	}
}

// Ten thousand mutations of a result are refused with a sentence, or are a result
// within the bounds; none panics.
func TestMutations(t *testing.T) {
	r := Result{Task: parsed(t, sample), Alias: "Ana", Work: Loosen("<script>alert(1)</script>", noRest)}
	line, err := r.Pack(noRest)
	if err != nil {
		t.Fatal(err)
	}
	w := &link.Writer{}
	w.Number(resultMark)
	r.Task.put(w)
	w.Text(r.Alias)
	putMoment(w, r.Work)
	random := newRandom(t)
	mutations, refused := 10_000, 0
	for i := range mutations {
		text := mutated(random, [][]byte{[]byte(line), w.Bytes}[i%2])
		read := func(text string) (Result, error) { return UnpackResult(text, noRest) }
		if i%2 == 1 { // whose checksum is right
			read = func(text string) (Result, error) { return readResult([]byte(text)) }
		}
		got, err := read(text)
		if err != nil {
			refused++
			if got.Work != "" || !strings.HasSuffix(err.Error(), ".") {
				t.Fatalf("%q: %v, %+v", text, err, got)
			}
			continue
		}
		if p := got.Task.problem() + got.problem(); p != "" {
			t.Fatalf("%q was taken: %s", text, p)
		}
	}
	if refused < mutations*6/10 {
		t.Errorf("%d of %d mutations were refused", refused, mutations)
	}
	if back, err := UnpackResult(line, noRest); err != nil || back.Alias != r.Alias {
		t.Errorf("the result itself is not taken: %v", err)
	}
}

// mutated changes, takes away or doubles a few bytes.
func mutated(random *rand.Rand, b []byte) string {
	b = append([]byte(nil), b...)
	for range 1 + random.IntN(3) {
		at := random.IntN(len(b))
		switch random.IntN(4) {
		case 0:
			b[at] ^= byte(1 << random.IntN(8))
		case 1:
			b = b[:at+1]
		case 2:
			b = append(b[:at:at], b[min(len(b), at+1+random.IntN(8)):]...)
		default:
			b = append(b[:at:at], append([]byte(strings.Repeat(string(b[at:min(len(b), at+9)]), 1+random.IntN(40))), b[at:]...)...)
		}
		if len(b) == 0 {
			return ""
		}
	}
	return string(b)
}

// newRandom returns the source of a randomized test, its seed printed, and fixed
// unless KEYRANGE_SEED sets it.
func newRandom(t *testing.T) *rand.Rand {
	t.Helper()
	seed, err := strconv.ParseUint(os.Getenv("KEYRANGE_SEED"), 10, 64)
	if err != nil {
		seed = 20261123
	}
	t.Logf("KEYRANGE_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}
