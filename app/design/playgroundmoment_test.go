package design

import (
	"bytes"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/app/moment"
	"github.com/keyrange/keyrange/engine/link"
)

// opened returns a new playground with a moment in it.
func opened(t *testing.T, moment []byte) *Playground {
	t.Helper()
	p := New(1)
	if err := p.OpenMoment(moment, func() {}); err != nil {
		t.Fatal(err)
	}
	finish(p)
	return p
}

// random makes a playground of some gestures of every kind.
func randomWork(t *testing.T, r *rand.Rand) *Playground {
	p := pasted(t, fmt.Sprintf("city,n\nBern,%d\nBasel,2\nBiel,3\n", r.Intn(9)))
	for range r.Intn(12) {
		switch r.Intn(6) {
		case 0:
			p.Edit.Seek(r.Intn(p.Edit.Journal().Len() + 1))
		case 1:
			p.Edit.Fork("")
		default:
			if g := gestureKinds[r.Intn(len(gestureKinds))]; p.Rows.HasData() || g.name == "import" {
				g.do(p, r.Intn(20))
			}
		}
		finish(p)
	}
	return p
}

// A thousand random works become a link or a file, with their rows, and are the
// same in another playground: the work, every figure, the hash of the World over
// it, and, in a file, the way to it.
func TestMomentsComeBack(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	links := 0
	for n := range 1000 {
		p := randomWork(t, random)
		want := shownFigures(p)
		if text := p.Moment(true, moment.MaxLink, func() {}); text != "" {
			links++
			if len(text) > moment.MaxLink || strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
				t.Fatalf("work %d: %d characters in a link: %s", n, len(text), text)
			}
			q := opened(t, []byte(text))
			if got := shownFigures(q); got != want || !reflect.DeepEqual(q.Edit.Work(), p.Edit.Work()) {
				t.Fatalf("work %d by a link:\n%s\nwant\n%s", n, got, want)
			}
		}
		parts, need := p.MomentFile(true)
		if len(need) > 0 {
			t.Fatalf("work %d needs %v, which are loaded", n, need)
		}
		q := opened(t, bytes.Join(parts, nil))
		if got := shownFigures(q); got != want || q.Edit.Journal().Len() != p.Edit.Journal().Len() || q.Edit.Journal().Position() != p.Edit.Journal().Position() {
			t.Fatalf("work %d by a file, at %d of %d:\n%s\nwant at %d of %d\n%s", n, q.Edit.Journal().Position(), q.Edit.Journal().Len(), got, p.Edit.Journal().Position(), p.Edit.Journal().Len(), want)
		}
	}
	if links < 900 {
		t.Errorf("%d of 1,000 small works fit in a link", links)
	}
}

// Ten thousand damaged links and files give a sentence or a sound work, and on
// an error the playground is as it was.
func TestDamagedMoments(t *testing.T) {
	random := rand.New(rand.NewSource(11))
	var made, plain [][]byte // plain: what links hold
	for range 20 {
		p := randomWork(t, random)
		parts, _ := p.MomentFile(true)
		file := bytes.Join(parts, nil)
		packed, err := link.Pack(file, func() {})
		if err != nil {
			t.Fatal(err)
		}
		held, err := link.Unpack(packed, func() {})
		if err != nil {
			t.Fatal(err)
		}
		made, plain = append(made, file, []byte(packed)), append(plain, held)
	}
	refused := 0
	for n := range 10000 {
		data := harmed(random, made[n%len(made)])
		if n%4 == 3 { // a link whose sum is right
			text, _ := link.Pack(harmed(random, plain[n%len(made)/2]), func() {})
			data = []byte(text)
		}
		p := New(1)
		before := p.Edit.Journal()
		err := p.OpenMoment(data, func() {})
		if err != nil {
			refused++
			if text := err.Error(); !strings.HasSuffix(text, ".") || p.Edit.Journal() != before || p.Rows.HasData() || p.Incoming.Carried != nil {
				t.Fatalf("%d: refused with %q, and a trace is left", n, text)
			}
			continue
		}
		for range 3 {
			finish(p)
			p.Workbench()
		}
		if !p.Edit.Work().Sound() {
			t.Fatalf("%d: a work that is not sound was opened", n)
		}
		own := pasted(t, "a,b\n1,2\n")
		own.TakeOver(p, n%2 == 0)
		finish(own)
	}
	if refused < 5000 {
		t.Errorf("%d of 10,000 damaged moments are refused", refused)
	}
}

// harmed changes, drops or repeats some bytes.
func harmed(random *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	for range 1 + random.Intn(3) {
		at := random.Intn(len(data))
		switch random.Intn(4) {
		case 0:
			data = data[:at+1]
		case 1:
			data = append(data[:at:at], data[min(len(data), at+1+random.Intn(8)):]...)
			if len(data) == 0 {
				data = []byte("x")
			}
		case 2:
			data = append(data[:at:at], append([]byte(`"9`), data[at:]...)...)
		default:
			data[at] = byte(random.Intn(256))
		}
	}
	return data
}

// A link without rows names the data and does not hold them. Whoever has the
// same file brings it; another file is refused.
func TestMomentWithoutRows(t *testing.T) {
	const rows = "city,n\nBern,1\nBasel,2\n"
	p := New(startOfTests)
	p.Incoming.Import("secret.csv", []byte(rows))
	finish(p)
	p.Keys.SetTemplate(draft.PartitionKey, "{city}")
	finish(p)
	parts, _ := p.MomentFile(false)
	plain, err := link.Unpack(p.Moment(false, moment.MaxLink, func() {}), func() {})
	if err != nil || bytes.Contains(plain, []byte("Basel")) || bytes.Contains(bytes.Join(parts, nil), []byte("Basel")) {
		t.Fatalf("a moment without rows holds some (%v)", err)
	}
	q := opened(t, []byte(p.Moment(false, moment.MaxLink, func() {})))
	set, wanted := q.Incoming.Wanted()
	if !wanted || q.Rows.HasData() || !strings.Contains(q.About(), "does not carry the rows") {
		t.Fatalf("opened without rows: wants %v, %s", set, q.About())
	}
	if _, lacks := q.Lacks(); lacks {
		t.Error("rows that are being brought are said to lack")
	}
	q.Incoming.Missing(set, "They are not here.")
	if lacks, ok := q.Lacks(); !ok || lacks != set {
		t.Errorf("lacks %v, %v; want %v", lacks, ok, set)
	}
	q.Bring([]byte(rows + "Biel,3\n"))
	finish(q)
	if _, lacks := q.Lacks(); q.Rows.HasData() || q.Incoming.Refusal() != model.ErrOtherRows || !lacks {
		t.Errorf("another file is taken for the rows, or refused with %v", q.Incoming.Refusal())
	}
	q.Unsaved(1)
	q.Bring([]byte(rows))
	finish(q)
	if s, ok := q.Unsaved(2); !ok || len(s.Sets) != 1 || string(s.Sets[0].Bytes) != rows {
		t.Errorf("rows that were brought are not saved: %v, %v", ok, s.Sets)
	}
	if shownFigures(q) != shownFigures(p) {
		t.Errorf("with the rows brought:\n%s\nwant\n%s", shownFigures(q), shownFigures(p))
	}
}

// A sample is named by its ID, and the link over it is short.
func TestMomentOfSample(t *testing.T) {
	s, _ := draft.SampleByID("github")
	data, err := sampleData(s)
	if err != nil {
		t.Skip("the samples are not installed")
	}
	p := New(startOfTests)
	p.Incoming.Open(s, data)
	finish(p)
	p.Keys.UseDesign(s.Designs[1])
	finish(p)
	b := p.Workbench()
	do(t, b, "query playground top 1")
	do(t, b, "drop table playground")
	text := p.Moment(true, moment.MaxLink, func() {})
	if text == "" || len(text) > 1000 {
		t.Fatalf("the link has %d characters; want a short one", len(text))
	}
	q := New(1)
	if err := q.OpenMoment([]byte(text), func() {}); err != nil {
		t.Fatal(err)
	}
	set, _ := q.Incoming.Wanted()
	q.Incoming.Provide(set, data, false)
	finish(q)
	if c := q.Workbench(); c.Len() != 2 || c.World.Hash() != b.World.Hash() || q.Rows.Source().SampleID != s.ID {
		t.Errorf("opened over %q with %d commands, fault %+v", q.Rows.Source().SampleID, c.Len(), c.Fault())
	}
}

// What is taken over is a gesture, or a branch: the user's own work is one step
// back, also when both are over the same table.
func TestTakeOver(t *testing.T) {
	for _, branch := range []bool{false, true} {
		guest := pasted(t, "city,n\nBern,1\nBasel,2\n")
		do(t, guest.Workbench(), "delete playground Bern/1")
		for _, same := range []bool{false, true} {
			own := pasted(t, "a,b\n1,2\n3,4\n")
			if same {
				parts, _ := guest.MomentFile(true)
				own = opened(t, bytes.Join(parts, nil))
				do(t, own.Workbench(), "delete playground Basel/2")
			}
			finish(own)
			before, place, ways := shownFigures(own), own.Edit.Journal().Position(), len(own.Edit.Journal().Branches())
			own.TakeOver(guest, branch)
			finish(own)
			if got, want := own.Workbench().World.Hash(), guest.Workbench().World.Hash(); got != want || own.Table.Entities() != guest.Table.Entities() {
				t.Errorf("branch %v, same table %v: the World's hash is %x, want %x", branch, same, got, want)
			}
			if got := len(own.Edit.Journal().Branches()) - ways; got != map[bool]int{true: 1}[branch] {
				t.Errorf("branch %v: %d new branches", branch, got)
			}
			own.Edit.Seek(place)
			finish(own)
			if got := shownFigures(own); got != before {
				t.Errorf("branch %v, same table %v: a step back gives\n%s\nwant\n%s", branch, same, got, before)
			}
		}
	}
}
