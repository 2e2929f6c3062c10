package content

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/script/command"
)

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
