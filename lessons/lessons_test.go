package lessons

import (
	"os"
	"strings"
	"testing"
)

func entityLesson(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("content/01-entity.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A file with a mistake is refused with the line and a sentence that says what
// is wrong.
func TestParseRefuses(t *testing.T) {
	good := entityLesson(t)
	if _, err := Parse([]byte(good)); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("word ", 121)
	for _, c := range []struct{ name, from, to, want string }{
		{"HTML", "A table keeps", "<b>A</b> table keeps", "no HTML"},
		{"HTML block", "A table keeps no list of columns.", "<script>alert(1)</script>", "no HTML"},
		{"a script link", "(demo:three)", "(javascript:alert)", "A link leads to"},
		{"a link without a scheme", "(demo:three)", "(//evil.example)", "A link leads to"},
		{"an unknown demo", "(demo:three)", "(demo:four)", "There is no demo four"},
		{"a long step", "An entity is a set of", long, "at most 120 words"},
		{"an unknown field", "minutes: 7", "minute: 7", "There is no minute"},
		{"a missing field", "goal: ", "# goal: ", "There is no # goal"},
		{"a bad command", "insert Movies Drama/Casablanca Year=1942\nalternative", "insert Movies Drama Year=1942\nalternative", "comes a / and the RowKey"},
		{"a bad check", "check: value(", "check: values(", "There is no values()"},
		{"a check that is a number", "check: types(Movies, Year) >= 2", "check: types(Movies, Year)", "A check is true or false"},
		{"a control without its value", "check: value(", "control: Store <year 1942 or 1960>. | insert Movies Drama/Casablanca\ncheck: value(", "A control is a sentence"},
		{"a control with one value", "check: value(", "control: Store <year 1942>. | insert Movies Drama/Casablanca Year=<year>\ncheck: value(", "A control is a sentence"},
		{"a control without a choice", "check: value(", "control: Store it. | insert Movies Drama/Casablanca\ncheck: value(", "1 to 4 choices"},
		{"two hints", "hint: The command that stores a new entity is insert. The text above shows how the first entity was stored.\n", "", "needs three hints"},
		{"no solution", "solution:\n  insert Movies Drama/Casablanca Year=1942\n", "", "needs a solution"},
		{"the same task twice", "```task same-key", "```task first-entity", "an id of its own"},
		{"an open block", "```picture\nledger Movies | Entities of different shapes in one table\n```", "```picture\nledger Movies", "A picture is"},
		{"an unknown block", "```picture", "```javascript", "A fenced block is"},
		{"an emphasis without an end", "**RowKey**", "**RowKey", "has no partner"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := strings.Replace(good, c.from, c.to, 1)
			if file == good {
				t.Fatal("the text to replace is not there")
			}
			_, err := Parse([]byte(file))
			problem, ok := err.(*Error)
			if !ok || !strings.Contains(problem.Message, c.want) || problem.Line < 1 {
				t.Errorf("got %v, want a line and a sentence with %q", err, c.want)
			}
		})
	}
}

// A screen and a guess are refused where they do not fit.
func TestParseRefusesScreens(t *testing.T) {
	text, err := os.ReadFile("content/21-lost-update.md")
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	for _, c := range []struct{ name, from, to, want string }{
		{"a screen of another kind", "screen clients Films", "screen designer Films", "A screen is clients, batch or across"},
		{"a story of another screen", "screen clients Films", "screen across nothing", "A story is archive"},
		{"a way that the story does not have", "screen clients Films", "screen across archive", "A line names a way"},
		{"a screen without a table", "screen clients Films", "screen clients", "with its table"},
		{"two screens", "```start\n", "```screen clients Films\n```\n\n```start\n", "one screen"},
		{"a picture beside it", "```start\n", "```picture\nledger Films | Votes\n```\n\n```start\n", "a picture, or a screen"},
		{"a step of nobody", "\nA: get Films Friday/Alien\nwith", "\nget Films Friday/Alien\nwith", "one of A or of B"},
		{"a step of a third client", "\nA: get Films Friday/Alien\nwith", "\nC: get Films Friday/Alien\nwith", "one of A or of B"},
		{"another table", "\nA: get Films Friday/Alien\nwith", "\nA: get Books Friday/Alien\nwith", "the table of the screen"},
		{"another entity", "\nA: get Films Friday/Alien\nwith", "\nA: get Films Friday/Jaws\nwith", "one entity"},
		{"no step for B", "B: get Films Friday/Alien\nwith add Votes, whole: B: replace Films Friday/Alien Votes=1\n", "", "Each of A and B"},
		{"a step that cannot be read", "with add Votes, whole: A:", "with add Votes whole: A:", "An option of a step"},
		{"too many steps", "\nA: get Films Friday/Alien\nwith", strings.Repeat("\nA: get Films Friday/Alien", 6) + "\nwith", "at most 6 steps"},
		{"one choice", "have then? | 3 | 4 | 5", "have then? | 4", "2 to 6 different choices"},
		{"a choice twice", "have then? | 3 | 4 | 5", "have then? | 4 | 4", "2 to 6 different choices"},
		{"no answer", "answer: value(Films, Friday, Alien, Votes)\n", "", "A guess needs an answer"},
		{"a gist with a task", "## Worth remembering\n", "## Worth remembering\n\n```start\ncreate table T\n```\n", "belong into a step"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := strings.Replace(good, c.from, c.to, 1)
			if file == good {
				t.Fatal("the text to replace is not there")
			}
			_, err := Parse([]byte(file))
			problem, ok := err.(*Error)
			if !ok || !strings.Contains(problem.Message, c.want) || problem.Line < 1 {
				t.Errorf("got %v, want a line and a sentence with %q", err, c.want)
			}
		})
	}
}

// No file and no expression makes the parser panic, and what it accepts keeps
// to the bounds.
func FuzzParse(f *testing.F) {
	f.Add(entityLesson(f))
	if text, err := os.ReadFile("content/21-lost-update.md"); err == nil {
		f.Add(string(text))
	}
	f.Add("---\nid: a\n---\n## b\n```task\ncheck: ever(((((\n```")
	f.Fuzz(func(t *testing.T, file string) {
		l, err := Parse([]byte(file))
		if err != nil {
			if l != nil {
				t.Error("a lesson and an error")
			}
			return
		}
		if len(l.Steps) > MaxSteps || len(l.Steps) < 2 {
			t.Errorf("got %d steps", len(l.Steps))
		}
		for _, s := range l.Steps {
			if Words(s.Prose) > MaxWords || len(s.Tasks) > MaxTasks {
				t.Error("a step beyond the bounds")
			}
		}
	})
}

// An expression is read as it is meant, or refused with the place.
func TestParseExpr(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"1 + 2 * 3 = 7", "yes"},
		{"(1 + 2) * 3", "9"},
		{"not 1 = 2 and 'a' < 'b'", "yes"},
		{"1 = 2 or 2 = 2", "yes"},
		{"1234567 / 2", "617,283.5"},
		{"5 / 0", "0"},
		{"'it''s'", "it's"},
		{"code() = ''", "yes"},
		{"run(splits) + 1", "1"},
	} {
		e, problem := ParseExpr(c.source)
		if problem != "" {
			t.Errorf("%s: %s", c.source, problem)
			continue
		}
		if got := e.Format(NewFacts(nil)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.source, got, c.want)
		}
	}
	for _, c := range []struct{ source, want string }{
		{"", "Something is missing"},
		{"1 +", "Something is missing"},
		{"'a", "A ' is missing"},
		{"(1", "A ) is missing"},
		{"1 and 2", "true or false is needed"},
		{"'a' + 1", "a number is needed"},
		{"1 = 'a'", "a number is needed"},
		{"nothing()", "There is no nothing()"},
		{"entities()", "needs table"},
		{"entities(a, b, c)", "takes no more"},
		{"run(speed)", "figure is one of"},
		{"ever(1)", "takes true or false"},
		{strings.Repeat("(", 400), "nested too deeply"},
		{strings.Repeat("not ", 400) + "1 = 1", "nested too deeply"},
	} {
		if _, problem := ParseExpr(c.source); !strings.Contains(problem, c.want) {
			t.Errorf("%.40s: got %q, want %q", c.source, problem, c.want)
		}
	}
}

// The first use of a term becomes a link, and the text reads as before.
func TestTerms(t *testing.T) {
	forms := map[string]string{"entity": "entity", "entities": "entity", "table scan": "table-scan", "table": "table"}
	spans := []Span{{Text: "Entities in a table, and a table scan of "}, {Kind: Mono, Text: "entity"}, {Text: " and entities."}}
	got := Terms(spans, forms, map[string]bool{})
	want := []Span{
		{Kind: TermLink, Text: "Entities", Target: "entity"}, {Text: " in a "}, {Kind: TermLink, Text: "table", Target: "table"}, {Text: ", and a "},
		{Kind: TermLink, Text: "table scan", Target: "table-scan"}, {Text: " of "}, {Kind: Mono, Text: "entity"}, {Text: " and entities."},
	}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("span %d: got %v, want %v", i, got[i], want[i])
		}
	}
	if Text(got) != Text(spans) {
		t.Errorf("got %q, want %q", Text(got), Text(spans))
	}
}
