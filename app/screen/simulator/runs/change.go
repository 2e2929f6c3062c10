package runs

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/table"
)

// change is one way to change a template.
type change struct{ template, price string }

// changeable is what the entities of a scenario have to make other keys of.
type changeable struct {
	groups []string               // columns whose values repeat
	id     string                 // the column that tells them apart, "" for none
	ends   func(part string) bool // a placeholder with a time or an id
}

// generated is what the entities that a scenario makes have.
func generated(e demand.Entities) changeable {
	x := changeable{id: "Id", ends: func(part string) bool {
		return strings.Contains(part, "At") || strings.Contains(part, "Id") || strings.Contains(part, "Number")
	}}
	for _, column := range e.Columns()[3:] {
		x.groups = append(x.groups, column.Name)
	}
	return x
}

// maxGroups bounds the columns of a data set that are tried in front of a key.
const maxGroups = 2

// replayed is what the rows of a data set have: the column of the most different
// values that no row lacks tells them apart, where most rows differ in it.
func replayed(r *sim.Replay) changeable {
	var x changeable
	most, unsteady := r.Count/2, []string{}
	for _, c := range r.Columns {
		distinct := c.Distinct
		if c.ManyDistinct() {
			distinct = r.Count
		}
		switch {
		case 2*distinct > r.Count || c.Type == table.DateTime:
			unsteady = append(unsteady, c.Name)
		case c.Missing == 0 && distinct > 1 && c.Type == table.String && len(x.groups) < maxGroups:
			x.groups = append(x.groups, c.Name)
		}
		if c.Missing == 0 && distinct > most {
			most, x.id = distinct, c.Name
		}
	}
	x.ends = func(part string) bool {
		return strings.Contains(part, "rowNumber") || slices.ContainsFunc(unsteady, func(name string) bool { return namesColumn(part, name) })
	}
	return x
}

// namesColumn reports whether a placeholder uses a column.
func namesColumn(part, name string) bool {
	t, err := keys.Parse(part)
	return err == nil && slices.Contains(t.Columns(), name)
}

// changesOf are the changes of a template that are tried, smallest first. Each
// keeps all of the template, so that every value of the old key can still be
// asked for; a template that begins with columns of the entity still does, so
// that what they group stays together, unless nothing else is left.
func changesOf(template string, x changeable) []change {
	var out []change
	lead := leadOf(template, x)
	if lead == 0 {
		for _, name := range x.groups {
			if placeholder := "{" + name + "}"; !strings.Contains(template, placeholder) {
				out = append(out, change{placeholder + "_" + template, "A query over all of them in key order now asks once for each " + name + "."})
			}
		}
	}
	if x.id == "" {
		return out
	}
	hash := "{hash(" + x.id + ")%"
	if wider, old, now, ok := widened(template, hash); ok {
		out = append(out, change{wider, "Reading one of the old keys now takes " + strconv.Itoa(now) + " requests instead of " +
			strconv.Itoa(old) + ", one for each bucket."})
	} else {
		out = append(out, change{template + "_" + hash + "8}", "Reading one of the old keys now takes 8 requests, one for each bucket."})
	}
	if lead > 0 && lead < len(template) && !strings.Contains(template, "hash(") {
		out = append(out, change{template[:lead] + hash + "16:02}_" + template[lead:],
			"The key still begins with " + strings.Trim(template[:lead], "_") +
				". A query over a period in it now asks 16 times, once for each bucket."})
	}
	for _, n := range []string{"16", "64"} {
		out = append(out, change{hash + n + ":02}_" + template,
			"A query over a range of the old keys now asks " + n + " times, once for each bucket."})
	}
	return out
}

// leadOf is how long the part of a template is that stands in front of the first
// time or id: its columns of the entity.
func leadOf(template string, x changeable) int {
	lead := 0
	for _, p := range keyParts(template) {
		if x.ends(p.text) {
			return lead
		}
		lead = p.end
	}
	if lead > 0 {
		return len(template)
	}
	return 0
}

// keyPart is a placeholder of a template, with the text up to the next one.
type keyPart struct {
	text string
	end  int
}

func keyParts(template string) []keyPart {
	var out []keyPart
	slot := -1
	for _, p := range keys.Parts(template) {
		if p.Slot >= 0 && p.Slot != slot {
			out = append(out, keyPart{})
			slot = p.Slot
		}
		if len(out) > 0 {
			last := &out[len(out)-1]
			last.text += p.Text
			last.end = p.Offset + len(p.Text)
		}
	}
	return out
}

// widened gives a template that ends with a bucket eight times as many buckets.
func widened(template, bucket string) (wider string, old, now int, ok bool) {
	at := strings.LastIndex(template, bucket)
	if at <= 0 || !strings.HasSuffix(template, "}") {
		return "", 0, 0, false
	}
	number, _, _ := strings.Cut(template[at+len(bucket):len(template)-1], ":")
	old, err := strconv.Atoi(number)
	if err != nil || old < 1 || old > maxBuckets/8 {
		return "", 0, 0, false
	}
	now = old * 8
	width := strconv.Itoa(len(strconv.Itoa(now - 1)))
	return template[:at] + bucket + strconv.Itoa(now) + ":0" + width + "}", old, now, true
}

// maxBuckets bounds the buckets that a change makes: a reader asks each of them.
const maxBuckets = 256

// added is the placeholder that one template has and another has not.
func added(before, after string) string {
	old := keyParts(before)
	for _, p := range keyParts(after) {
		text := strings.Trim(p.text, "_")
		if !slices.ContainsFunc(old, func(o keyPart) bool { return strings.Trim(o.text, "_") == text }) {
			return text
		}
	}
	return after
}
