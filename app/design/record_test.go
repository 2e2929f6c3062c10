package design

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/lessons"
)

// A recorded log is a lesson that proves itself: its check asks for what the
// commands came to, also with quotes in keys.
func TestRecord(t *testing.T) {
	for _, test := range []struct {
		name, commands string
		want           []string
	}{
		{"an insert", "query playground where City eq 'Oslo'\ninsert playground 'O''Brien'/1 Note='it''s' Age=5", []string{"value(playground, 'O''Brien', '1', Note) = 'it''s'"}},
		{"a deletion", "get playground Rome/1\ndelete playground Rome/2", []string{"not entity(playground, 'Rome', '2')"}},
		{"a refusal", "get playground Rome/1\ninsert playground Rome/2 Age=1", []string{"refused(EntityAlreadyExists) > 0"}},
		{"a query", "get playground Rome/1\nquery playground where PartitionKey eq 'Rome'", []string{"kind() = 'Partition scan' and returned() = 2 and examined() = 2"}},
		{"two writes of one entity", "get playground Rome/1\nget playground Rome/1\nget playground Rome/1\nmerge playground Rome/2 Age=7\nmerge playground Rome/2 Age=8", []string{"value(playground, 'Rome', '2', Age) = 8"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := pasted(t, "City,Id,Name\nRome,1,Anna\nRome,2,\"Bo, the second\"\nOslo,3,Cy\n")
			p.Keys.SetTemplate(draft.PartitionKey, "{City}")
			p.Keys.SetTemplate(draft.RowKey, "{Id}")
			finish(p)
			b := p.Workbench()
			for _, line := range strings.Split(test.commands, "\n") {
				if !b.Do(line) {
					t.Fatalf("%s: %s", line, b.Fault().Sentence)
				}
			}
			file, err := b.Record()
			if err != nil {
				t.Fatalf("%v in\n%s", err, file)
			}
			l, err := lessons.Parse(file)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(l.Steps); n != 2 {
				t.Errorf("%d steps, want 2", n)
			}
			for _, want := range test.want {
				if !strings.Contains(string(file), "check: "+want+"\n") {
					t.Errorf("the check is not %q in\n%s", want, file)
				}
			}
		})
	}
}

// A log that leaves nothing to ask for is refused in words.
func TestRecordNothing(t *testing.T) {
	p := pasted(t, "City,Id\nRome,1\nRome,2\n")
	p.Keys.SetTemplate(draft.PartitionKey, "{City}")
	p.Keys.SetTemplate(draft.RowKey, "{Id}")
	finish(p)
	for _, line := range []string{"", "get playground Rome/1", "advance 5s"} {
		b := p.Workbench()
		if line != "" && !b.Do(line) {
			t.Fatalf("%s: %s", line, b.Fault().Sentence)
		}
		if _, err := b.Record(); err == nil || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("after %q: got %v, want a sentence", line, err)
		}
	}
}
