package store

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/sim"
)

// change is one way to change a template.
type change struct{ template, price string }

// changesOf are the changes of a template that are tried, smallest first. Each
// keeps all of the template, so that every value of the old key can still be
// asked for; a template that begins with columns of the entity still does, so
// that what they group stays together, unless nothing else is left.
func changesOf(template string, e sim.Entities) []change {
	var out []change
	lead := leadOf(template)
	if lead == 0 {
		for _, column := range e.Columns()[3:] {
			if placeholder := "{" + column.Name + "}"; !strings.Contains(template, placeholder) {
				out = append(out, change{placeholder + "_" + template, "A query over all of them in key order now asks once for each " + column.Name + "."})
			}
		}
	}
	if wider, old, now, ok := widened(template); ok {
		out = append(out, change{wider, "Reading one of the old keys now takes " + strconv.Itoa(now) + " requests instead of " + strconv.Itoa(old) + ", one for each bucket."})
	} else {
		out = append(out, change{template + "_{hash(Id)%8}", "Reading one of the old keys now takes 8 requests, one for each bucket."})
	}
	if lead > 0 && lead < len(template) && !strings.Contains(template, "hash(") {
		out = append(out, change{template[:lead] + "{hash(Id)%16:02}_" + template[lead:],
			"The key still begins with " + strings.Trim(template[:lead], "_") + ". A query over a period in it now asks 16 times, once for each bucket."})
	}
	for _, n := range []string{"16", "64"} {
		out = append(out, change{"{hash(Id)%" + n + ":02}_" + template, "A query over a range of the old keys now asks " + n + " times, once for each bucket."})
	}
	return out
}

// leadOf is how long the part of a template is that stands in front of the first
// time or Id: its columns of the entity.
func leadOf(template string) int {
	lead := 0
	for _, p := range keyParts(template) {
		if strings.Contains(p.text, "At") || strings.Contains(p.text, "Id") || strings.Contains(p.text, "Number") {
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
func widened(template string) (wider string, old, now int, ok bool) {
	const bucket = "{hash(Id)%"
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
