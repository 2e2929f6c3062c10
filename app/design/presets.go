package design

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/app/design/model"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
	"github.com/keyrange/keyrange/engine/table"
)

// roles finds the columns that a preset needs.
type roles struct {
	rows *model.Rows
	keys *model.Templates
}

// Role is a column of a preset and the column of the present data that plays it.
type Role struct {
	Name    string
	Wants   string   // what kind of column it takes, in words
	Column  string   // the one that plays it, rowNumber() for none; empty when none can
	Options []string // those that can
}

// roleKind says which columns can play a role.
type roleKind uint8

const (
	groupRole roleKind = iota // several rows share a value
	dateRole
	idRole   // tells rows apart
	textRole // may be missing
	copyRole // tells two copies apart
)

var roleKinds = map[string]roleKind{
	"PostedAt": dateRole, "LoggedAt": dateRole, "PostId": idRole, "LogId": idRole, "ItemId": idRole,
	"EmployeeId": textRole, "Email": textRole, "Movie": textRole, "Copy": copyRole,
}

func (k roleKind) String() string {
	return [...]string{"a column whose values repeat", "a date", "a column that tells rows apart", "a text",
		"a column of two values that tells the copies apart"}[k]
}

// Roles returns what the columns of a preset can be over the present data, with
// the best choice, or the one in chosen.
func (p *roles) Roles(s draft.Preset, chosen map[string]string) []Role {
	var roles []Role
	var taken []string
	for _, name := range s.Columns() {
		kind := roleKinds[name]
		r := Role{Name: name, Wants: kind.String()}
		best := -1
		for _, c := range p.rows.Columns() {
			if !kind.takes(&c, p.rows.Data().Len()) {
				continue
			}
			r.Options = append(r.Options, c.Name)
			if score := kind.score(name, &c, p.rows.Data().Len()); score > best && !slices.Contains(taken, c.Name) {
				best, r.Column = score, c.Name
			}
		}
		if kind == idRole {
			r.Options = append(r.Options, draft.Numbered)
			if r.Column == "" {
				r.Column = draft.Numbered
			}
		}
		if slices.Contains(r.Options, chosen[name]) {
			r.Column = chosen[name]
		}
		taken = append(taken, r.Column)
		roles = append(roles, r)
	}
	return roles
}

func (k roleKind) takes(c *dataset.Column, rows int) bool {
	switch k {
	case dateRole:
		return c.Type == table.DateTime
	case idRole:
		return model.IsKey(*c) && c.Type != table.DateTime && c.Missing == 0 && c.Distinct >= min(rows, dataset.DistinctCap)
	case textRole:
		return c.Type == table.String
	case copyRole:
		return c.Type == table.String && c.Distinct == 2 && c.Missing == 0
	}
	return model.IsKey(*c) && c.Type != table.DateTime && c.Distinct > 1 && c.Distinct < rows
}

// score prefers a column of the role's own name, then one without gaps, then one
// of few values for a group and of many for the rest.
func (k roleKind) score(name string, c *dataset.Column, rows int) int {
	if c.Name == name {
		return 1 << 30
	}
	score := 0
	if strings.Contains(strings.ToLower(c.Name), strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(name, "Id"), "At"))) {
		score += 1 << 25
	}
	if c.Missing == 0 {
		score += 1 << 20
	}
	if k == groupRole {
		if c.Type == table.String {
			score += 1 << 22
		}
		return score + rows - min(rows, c.Distinct)
	}
	return score + c.Distinct
}

// Fitted returns the design of a preset over the present data; ok is false while
// a role has no column.
func (p *roles) Fitted(s draft.Preset, roles []Role) (_ draft.Design, ok bool) {
	with := map[string]string{}
	for _, r := range roles {
		if r.Column == "" {
			return draft.Design{}, false
		}
		with[r.Name] = p.fitted(r)
	}
	d := s.Design()
	for _, text := range []*string{&d.PartitionKey, &d.RowKey} {
		if t, err := keys.Parse(*text); err == nil {
			*text = t.Replace(with)
		}
		if p.rows.Fault(*text) != nil {
			return draft.Design{}, false
		}
	}
	return d, p.rows.Data() != nil
}

// fitted is the column of a role with what its values ask for.
func (p *roles) fitted(r Role) string {
	i, ok := p.rows.Data().ColumnIndex(r.Column)
	if !ok {
		return r.Column
	}
	text := r.Column
	c := &p.rows.Data().Columns[i]
	if kind := roleKinds[r.Name]; c.Missing > 0 && c.Type == table.String && kind == groupRole {
		text = "or(" + text + ",'Unknown')"
	}
	if c.Type == table.String && p.holdsRefused(i) {
		text = "clean(" + text + ")"
	}
	return text
}

// holdsRefused reports whether a text among the sample rows holds a character
// that keys refuse.
func (p *roles) holdsRefused(col int) bool {
	return slices.ContainsFunc(p.keys.SampleRows(), func(n int) bool {
		v := p.rows.Data().Value(n, col)
		return v.Type() == table.String && form.Refused(v.Str()) >= 0
	})
}

// UsePreset takes a preset over the present data.
func (p *roles) UsePreset(s draft.Preset, roles []Role) {
	if d, ok := p.Fitted(s, roles); ok {
		p.keys.UseDesign(d)
	}
}
