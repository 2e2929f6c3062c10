package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/lessons"
	"github.com/keyrange/keyrange/lessons/runner"
)

// A slip in a solution does not solve the task, and is told: by the service, or
// by another verdict than before. A slip that leaves what the solution leaves is
// a way to do it and no slip.
func TestSlips(t *testing.T) {
	for _, l := range parsed(t) {
		for i := range l.Steps {
			if l.Steps[i].Screen == nil && !slices.Contains(typed, l.ID) {
				continue
			}
			for j := range l.Steps[i].Tasks {
				t.Run(l.Steps[i].Tasks[j].ID, func(t *testing.T) { slips(t, l, i, j) })
			}
		}
	}
}

// typed are the lessons whose tasks are tried so although their commands are typed.
var typed = []string{"snapshot", "secondary-index", "index-entities", "relationships", "kinds", "series-and-width"}

// minSlips is how many slips of a task are tried at least.
const minSlips = 10

func slips(t *testing.T, l *lessons.Lesson, step, n int) {
	task := &l.Steps[step].Tasks[n]
	after := at(t, l, step, n)
	do(t, after, task.Solution)
	tried := 0
	for place := range task.Solution {
		for _, slip := range slipsOf(task.Solution[place]) {
			tryIt(t, l, step, n, place, slip, after)
			tried++
		}
	}
	if tried < minSlips {
		t.Errorf("%d slips were tried, want %d", tried, minSlips)
	}
}

// tryIt does a solution with a slip in one command.
func tryIt(t *testing.T, l *lessons.Lesson, step, n, place int, slip string, after *runner.Session) {
	t.Helper()
	task := &l.Steps[step].Tasks[n]
	s := at(t, l, step, n)
	do(t, s, task.Solution[:place])
	before, c := s.Outcomes()[n], task.Solution[place]
	r, err := s.Do(slip)
	told := err != nil || r.Mistake != "" || r.Refusal != nil
	o := s.Outcomes()[n]
	if o.State == runner.Met && sameTables(s.World(), after.World()) && (c.Query.Filter == "" || sameReading(t, s, after)) {
		return
	}
	if o.State == runner.Met {
		t.Errorf("%q solves it: %s", slip, o.Text)
	}
	if place == len(task.Solution)-1 && !told && o.Text == before.Text {
		t.Errorf("%q is not told: still %q", slip, o.Text)
	}
}

// sameTables reports whether two Worlds hold the same entities.
func sameTables(a, b *script.World) bool {
	return slices.EqualFunc(a.Tables(), b.Tables(), func(x, y *table.Table) bool {
		return content(x) == content(y)
	})
}

// sameReading reports whether the last readings of two learners examined and
// returned the same.
func sameReading(t *testing.T, a, b *runner.Session) bool {
	t.Helper()
	for _, text := range []string{"examined()", "returned()", "first()", "last()"} {
		e, problem := lessons.ParseExpr(text)
		if problem != "" {
			t.Fatal(problem)
		}
		if e.Format(a.Facts()) != e.Format(b.Facts()) {
			return false
		}
	}
	return true
}

// content is what a table holds, without the times at which it was written.
func content(t *table.Table) string {
	var b strings.Builder
	t.Snapshot().Scan(table.Key{}, func(rows []table.Row) bool {
		for _, r := range rows {
			e := r.Entity()
			slices.SortFunc(e.Properties, func(p, q table.Property) int { return strings.Compare(p.Name, q.Name) })
			b.WriteString(command.Command{Verb: command.Insert, Table: "t", Key: e.Key, Properties: e.Properties}.String() + "\n")
		}
		return true
	})
	return b.String()
}

// slipsOf returns a command with each slip that can be made in it; in a batch,
// one change is left out or stands there twice, or has a slip of its own.
func slipsOf(c command.Command) (list []string) {
	slipped := []command.Command{}
	for i := range c.Changes {
		one := func(with ...command.Command) {
			batch := c.Copy()
			batch.Changes = slices.Replace(batch.Changes, i, i+1, with...)
			slipped = append(slipped, batch)
		}
		one()
		one(c.Changes[i], c.Changes[i])
		for _, slip := range slipsOfOne(c.Changes[i]) {
			one(slip)
		}
	}
	if c.Table != "" && len(c.Changes) == 0 {
		slipped = slipsOfOne(c)
		other := c.Copy()
		other.Table += "s"
		slipped = append(slipped, other)
	}
	if c.Verb == command.Query || c.Verb == command.Read {
		slipped = append(slipped, slipsOfQuery(c)...)
	}
	if c.Verb == command.Import {
		slipped = append(slipped, slipsOfImport(c)...)
	}
	for _, slip := range slipped {
		if text := slip.String(); text != c.String() {
			list = append(list, text)
		}
	}
	return list
}

// slipsOfQuery returns what may go wrong with a query: a text of its filter that
// is misspelled or in another case, another comparison, no filter, too few
// entities.
func slipsOfQuery(c command.Command) (list []command.Command) {
	add := func(filter string, top int) {
		slip := c.Copy()
		slip.Query.Filter, slip.Query.Top = filter, top
		list = append(list, slip)
	}
	for _, top := range []int{0, 1, 2, -1} {
		add(c.Query.Filter, top)
	}
	if c.Query.Filter == "" {
		add("PartitionKey eq 'x'", c.Query.Top)
		return list
	}
	add("", c.Query.Top)
	for _, change := range [][2]string{{" eq ", " ne "}, {" ge ", " gt "}, {" lt ", " gt "}, {" and ", " or "}, {"PartitionKey", "RowKey"}} {
		add(strings.Replace(c.Query.Filter, change[0], change[1], 1), c.Query.Top)
	}
	parts := strings.Split(c.Query.Filter, "'")
	for i := 1; i < len(parts); i += 2 {
		for _, change := range []func(string) string{strings.ToLower, strings.ToUpper, func(s string) string { return s + "x" },
			func(s string) string { return s[:max(0, len(s)-1)] }, func(s string) string { return "x" + s }} {
			slip := slices.Clone(parts)
			slip[i] = change(slip[i])
			add(strings.Join(slip, "'"), c.Query.Top)
		}
	}
	return list
}

// slipsOfImport returns what may go wrong with an import: a template that is
// misspelled, in another case, or has a part too few.
func slipsOfImport(c command.Command) (list []command.Command) {
	for _, change := range []func(string) string{strings.ToLower, strings.ToUpper, func(s string) string { return s + "x" },
		func(s string) string { return s[:len(s)-1] }, func(s string) string { return s[1:] }} {
		pk, rk := c.Copy(), c.Copy()
		pk.PartitionKey, rk.RowKey = change(c.PartitionKey), change(c.RowKey)
		list = append(list, pk, rk)
	}
	return list
}

// slipsOfOne returns what may go wrong with a command about one entity: a key or
// a property that is misspelled, in another case or another one, another kind of
// request, another client.
func slipsOfOne(c command.Command) (list []command.Command) {
	add := func(change func(c *command.Command)) {
		slip := c.Copy()
		change(&slip)
		list = append(list, slip)
	}
	for _, change := range []func(string) string{strings.ToLower, strings.ToUpper, func(s string) string { return s + "x" },
		func(s string) string { return s[:len(s)-1] }} {
		if c.Key.PartitionKey != "" && c.Key.RowKey != "" {
			add(func(c *command.Command) { c.Key.PartitionKey = change(c.Key.PartitionKey) })
			add(func(c *command.Command) { c.Key.RowKey = change(c.Key.RowKey) })
		}
	}
	if c.Client == "A" || c.Client == "B" {
		add(func(c *command.Command) { c.Client = string('A' + 'B' - c.Client[0]) })
	}
	if c.Verb == command.Get {
		add(func(c *command.Command) { c.Verb = command.Delete })
	}
	for _, verb := range []command.Verb{command.Insert, command.Merge, command.Replace, command.InsertOrReplace, command.Delete} {
		if len(c.Properties) > 0 && c.Verb != verb {
			add(func(c *command.Command) {
				if c.Verb = verb; verb == command.Delete {
					c.Properties = nil
				}
				if verb == command.Insert || verb == command.InsertOrReplace {
					c.If = command.Condition{}
				}
			})
		}
	}
	for i := range c.Properties {
		add(func(c *command.Command) { c.Properties[i].Name = strings.ToLower(c.Properties[i].Name) })
		add(func(c *command.Command) { c.Properties[i].Name += "s" })
	}
	return list
}
