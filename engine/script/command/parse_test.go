package command

import (
	"os"
	"strings"
	"testing"
)

// Every example, in the package comment and of each verb, is a command in its
// canonical form: what Parse reads prints as it was written, or as what its
// second reading prints.
func TestExamples(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Verb]bool{}
	var lines []string
	for line := range strings.Lines(string(text)) {
		if example, ok := strings.CutPrefix(line, "//\t"); ok {
			lines = append(lines, strings.TrimSpace(example))
		}
	}
	for _, v := range Verbs() {
		lines = append(lines, v.Example())
	}
	for _, line := range lines[1:] { // the first shows names, not a command
		c, err := Parse(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		seen[c.Verb] = true
		if again, err := Parse(c.String()); err != nil || !again.Equal(c) {
			t.Errorf("%s prints as %s, which reads as %s, %v", line, c, again, err)
		}
	}
	for _, v := range Verbs() {
		if !seen[v] {
			t.Errorf("%s has no example", v)
		}
		if !strings.Contains(string(text), v.String()) {
			t.Errorf("the package comment does not explain %s", v)
		}
	}
}

// Canonical forms: what a reader may write in several ways prints in one.
func TestString(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"  get   Movies 'Drama'/\"Psycho\"  # a film", "get Movies Drama/Psycho"},
		{"insert M a/b n=5l", ""},
		{"insert M a/b n=5.50 m=-INF o=1e3 p=datetime'2020-01-31'", "insert M a/b n=5.5 m=-INF o=1000.0 p=datetime'2020-01-31T00:00:00Z'"},
		{"insert M a/b 'odd name'='x'", "insert M a/b 'odd name'='x'"},
		{"insert M ''/C# n=\"\\u00e4\\n\"", "insert M ''/C# n=\"ä\\n\""},
		{"insert M a/'#1' n='" + strings.Repeat("x", 70) + "'", "insert M a/'#1' n='x'*70"},
		{"replace M a/b if *", "replace M a/b"},
		{"simulate guid for 60s into M seed 007", "simulate guid for 1m seed 7 into M"},
		{"simulate guid for 0.5h seed 1", "simulate guid for 30m"},
		{"query M where   a eq 'b # c'  ", "query M where a eq 'b # c'"},
		{"query M select a , b top 5", "query M top 5 select a,b"},
		{"query M where \" x\"", "query M where \" x\""},
		{"batch M {\n insert a/b # one\n\n delete a/c\n}", "batch M { insert a/b; delete a/c }"},
		{"advance 0.5s", "advance 500ms"},
		{"advance 90000ms", "advance 90s"},
		{"advance 0.0001ms", "advance 0.0001ms"},
		{"advance 61.5s", "advance 61.5s"},
		{"A:save replace batch", ""},
		{"A: save replace batch", "A: save batch replace"},
		{"network", "network travel 20ms timeout 30s"},
		{"blob put c/'a b'/c 'x'", "blob put c/'a b/c' 'x'"},
		{"split M b,a", "split M b,a"},
	} {
		got, err := Parse(c.text)
		if c.want == "" {
			if err == nil {
				t.Errorf("%q is read as %s, want an error", c.text, got)
			}
			continue
		}
		if err != nil || got.String() != c.want {
			t.Errorf("%q: got %s, %v, want %s", c.text, got, err, c.want)
		}
	}
}

// A mistake is reported with its place, a plain sentence, and a command that
// works.
func TestParseError(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int
		at           string // what is at fault
		message      string // a part of it
	}{
		{"", 1, 1, "", "A command begins with a word"},
		{"inser M a/b", 1, 1, "inser", "Did you mean insert?"},
		{"QUERY Movies", 1, 1, "QUERY", "There is no command QUERY. Did you mean query?"},
		{"select * from Movies", 1, 1, "select", "There is no command select. Did you mean query?"},
		{"Update Movies", 1, 1, "Update", "There is no command Update. Did you mean merge?"},
		{"fetch", 1, 1, "fetch", "There is no command fetch."},
		{"create movies", 1, 8, "movies", "After create comes one of: table."},
		{"queue", 1, 6, "", "After queue comes one of: create"},
		{"insert", 1, 7, "", "name of a table"},
		{"insert Movies", 1, 14, "", "The PartitionKey belongs here"},
		{"insert Movies Drama Psycho", 1, 20, "", "comes a / and the RowKey"},
		{"insert Movies Drama/Psycho Year=Drama", 1, 33, "Drama", "A text stands in quotes: 'Drama'."},
		{"insert Movies Drama/Psycho Year=99999999999", 1, 33, "99999999999", "is not a number"},
		{"insert Movies Drama/Psycho Year", 1, 28, "Year", "does not belong here"},
		{"insert Movies Drama/Psycho Title='Psy", 1, 34, "'Psy", "no closing quote"},
		{"insert Movies ä/ö Id=guid'1'", 1, 22, "guid'1'", "A GUID guid'...'"},
		{"delete Movies Drama/Psycho if maybe", 1, 31, "maybe", "A condition is *, seen or an ETag"},
		{"batch Movies { insert a/b; get a/b }", 1, 28, "get", "A change is insert"},
		{"batch Movies { insert a/b", 1, 14, "{", "no closing }"},
		{"query Movies where", 1, 19, "", "After where comes a filter"},
		{"query Movies top -1", 1, 18, "-1", "a whole number"},
		{"advance 40", 1, 9, "40", "A time belongs here"},
		{"advance 400d", 1, 9, "400d", "at most 366d"},
		{"simulate", 1, 9, "", "One of these belongs here: append, prepend"},
		{"simulate appen for 10m", 1, 10, "appen", "One of these belongs here: append, prepend"},
		{"simulate append 10m", 1, 17, "10m", "The word for and a time"},
		{"simulate append for 2h", 1, 21, "2h", "from 1s to 1h"},
		{"simulate append for 10ms", 1, 21, "10ms", "from 1s to 1h"},
		{"simulate users for 1h", 1, 20, "1h", "at most 2,000,000 requests here, and for 1h is too long for that. It gets no further than 500s"},
		{"simulate append for 10m seed -7", 1, 30, "-7", "A seed is a whole number"},
		{"simulate append for 10m into ''", 1, 30, "''", "The name of a table"},
		{"A: simulate append for 10m", 1, 1, "A: simulate", "nothing that a client does"},
		{"save", 1, 1, "save", "Only a client can do this"},
		{"A: advance 1s", 1, 1, "A: advance", "nothing that a client does"},
		{"1A: next", 1, 1, "1A:", "A client's name"},
		{"A: policy often", 1, 11, "often", "none, fixed, exponential, library17"},
		{"next\nnext", 2, 1, "next", "Only one command"},
		{"insert M a/b x='y'*9999999", 1, 16, "'y'*9999999", "2,097,152 bytes"},
	} {
		_, err := Parse(c.text)
		e, ok := err.(*Error)
		if !ok {
			t.Errorf("%q: got %v, want an *Error", c.text, err)
			continue
		}
		at := c.text[e.Offset:e.End]
		if e.Line != c.line || e.Column != c.column || at != c.at || !strings.Contains(strings.ToLower(e.Message), strings.ToLower(c.message)) {
			t.Errorf("%q: got %d:%d %q %s, want %d:%d %q %s", c.text, e.Line, e.Column, at, e.Message, c.line, c.column, c.at, c.message)
		}
		if e.Example != "" {
			if _, err := Parse(e.Example); err != nil {
				t.Errorf("%q: the example %q does not work: %v", c.text, e.Example, err)
			}
		}
	}
}

// formatted are the commands one per line, as ParseScript reads them.
func formatted(commands []Command) string {
	var b strings.Builder
	for _, c := range commands {
		b.WriteString(c.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// A script keeps the commands before its first mistake, whose place counts from
// the beginning of the text.
func TestParseScript(t *testing.T) {
	commands, err := ParseScript("# a story\ncreate table M\n\nbatch M {\n  insert a/b\n}\nget M a\n")
	if len(commands) != 2 || err == nil || err.(*Error).Line != 7 || err.(*Error).Column != 8 {
		t.Errorf("got %d commands, %v, want 2 and an error on line 7, column 8", len(commands), err)
	}
	commands, err = ParseScript(formatted(commands))
	if len(commands) != 2 || err != nil {
		t.Errorf("got %d commands, %v, want 2 and no error", len(commands), err)
	}
}
