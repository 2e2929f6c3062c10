package model

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// SetSelect replaces the text of $select, as typed: names between commas.
func (p *Hints) SetSelect(text string) {
	p.edit.Typing("Edit $select", func(w *draft.Work) { w.Select = text })
}

// Select returns the text of $select as typed.
func (p *Hints) Select() string { return p.edit.Work().Select }

// Selected returns the names in $select, nil for every property.
func (p *Hints) Selected() []string {
	names, _ := query.ParseSelect(p.Select())
	return names
}

// Names returns the names in $select of the request that was answered, nil for
// every property.
func (r *Result) Names() []string { return r.names }

// selectable are the names that $select may hold: those of the keys, of the
// columns and of the Timestamp.
func (p *Hints) selectable() []string {
	names := []string{"PartitionKey", "RowKey"}
	for _, c := range p.rows.Columns() {
		names = append(names, c.Name)
	}
	return append(names, "Timestamp")
}

// CompleteSelect returns what can be written for the name around a byte of a
// $select, those names first that begin with what is typed of it.
func (p *Hints) CompleteSelect(text string, at int) (list []keys.Suggestion) {
	at = min(max(at, 0), len(text))
	from, to := strings.LastIndexByte(text[:at], ',')+1, len(text)
	if comma := strings.IndexByte(text[at:], ','); comma >= 0 {
		to = at + comma
	}
	others, _ := query.ParseSelect(text[:from] + text[min(to+1, len(text)):])
	from += len(text[from:at]) - len(strings.TrimLeft(text[from:at], " "))
	typed := strings.ToLower(text[from:at])
	for _, begins := range [...]bool{true, false} {
		for _, name := range p.selectable() {
			i := strings.Index(strings.ToLower(name), typed)
			if i < 0 || (i == 0) != begins || slices.Contains(others, name) || name == text[from:to] {
				continue
			}
			list = append(list, keys.Suggestion{Label: name, Detail: p.typeName(name), Text: name, Offset: from, End: to, Cursor: from + len(name)})
		}
	}
	return list
}

// typeName is the type of a property that $select may name.
func (p *Hints) typeName(name string) string {
	for _, c := range p.rows.Columns() {
		if c.Name == name {
			return c.Type.String()
		}
	}
	if name == "Timestamp" {
		return table.DateTime.String()
	}
	return table.String.String()
}

// StraySelect returns the first name in $select that no column gives, or "", and
// the name that was probably meant, or "".
func (p *Hints) StraySelect() (name, nearest string) {
	if p.rows.data == nil {
		return "", ""
	}
	names := p.selectable()
	for _, name := range p.Selected() {
		if !slices.Contains(names, name) {
			return name, keys.Nearest(name, names)
		}
	}
	return "", ""
}

// MendSelect writes the name that was probably meant.
func (p *Hints) MendSelect() {
	if name, nearest := p.StraySelect(); nearest != "" {
		p.edit.Change("Write "+nearest, func(w *draft.Work) { w.Select = renaming{name, nearest}.selection(w.Select) })
	}
}

// selection replaces the name alone: spaces stay.
func (r renaming) selection(text string) string {
	names := strings.Split(text, ",")
	for i, name := range names {
		if trimmed := strings.TrimSpace(name); trimmed == r.before && trimmed != "" {
			at := strings.Index(name, trimmed)
			names[i] = name[:at] + r.after + name[at+len(trimmed):]
		}
	}
	return strings.Join(names, ",")
}
