package design

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

// Roles finds the columns that a preset needs.
type Roles struct {
	rows *Rows
	keys *Templates
}

// Preset is a known pair of templates. The columns in them are roles: over
// other data, a column of those data plays each of them.
type Preset struct {
	ID, Title    string
	Example      string // ID of the example that has the columns as they are
	PartitionKey string
	RowKey       string
	Why          string
}

// Presets lists the known designs. The slice is shared and must not be changed.
func Presets() []Preset { return presets }

// newest is the RowKey of a log that is read from its end.
const (
	newestPost = "{reverseTicks(PostedAt):19}_{PostId:06}"
	newestLog  = "{reverseTicks(LoggedAt):19}_{LogId:06}"
)

var presets = []Preset{
	{"channel", "Per channel", "microblog", "{Channel}", newestPost,
		"One partition per channel, newest post first. A busy channel stays on one server, however large it grows."},
	{"channel-month", "Channel and month", "microblog", "{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}", newestPost,
		"A partition holds one month of a channel. A year of a channel is a range of partitions, newest month first."},
	{"channel-month-week", "Channel, month and week", "microblog",
		"{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}_{5-PostedAt.monthWeek:02}", newestPost,
		"For the busy season: each week has a partition of its own, and a month is still a range."},
	{"log-tail", "Newest first, by reverse ticks", "service-log", "{Component}", newestLog,
		"The latest messages of a component are the first entities of its partition, so $top reads no more than it returns."},
	{"component-instance", "Component and instance", "service-log", "{Component};{Instance}", newestLog,
		"Each instance writes to a partition of its own. One component is a range, from 'Portal;' up to 'Portal<'."},
	{"component-bucket", "Component, instance and bucket", "service-log", "{Component};{Instance};{hash(LogId)%4:02}", newestLog,
		"An instance that writes more than one partition takes is spread over four. Reading it back takes a range over its buckets."},
	{"day", "Per day", "service-log", "{LoggedAt.date}", "{ticks(LoggedAt):19}_{LogId:06}",
		"A day is one partition. Every write of today lands in the last one, and a split does not help."},
	{"hashed-day", "Hashed day", "service-log", "{hash(LogId)%8:02}_{LoggedAt.date}", "{ticks(LoggedAt):19}_{LogId:06}",
		"Writes spread over eight places. A day is now read with eight requests instead of one."},
	{"member-rental", "Member and rentals in one partition", "video-rental", "{MemberId}", "{or(join('Rental_',Movie),'Member')}",
		"Two kinds of entity share a partition, so one transaction adds a rental and counts it. A row without a film is the member."},
	{"two-copies", "Two copies in one partition", "employees", "{Department}",
		"{or(when(Copy,'empid',join('empid_',EmployeeId)),join('email_',Email))}",
		"Each employee is stored twice, under a number and under an address, and one transaction keeps both in step. The data must hold each " +
			"entity twice."},
	{"two-partitions", "Two copies in two partitions", "employees", "{Copy}_{Department}", "{or(when(Copy,'empid',EmployeeId),Email)}",
		"Each copy has partitions of its own and can be read under load of its own. No transaction holds both."},
	{"tenant-type", "Tenant, then type as prefix", "tenants", "{Tenant}", "{Type}_{ItemId:06}",
		"All of a tenant is one partition, and one type of entity is a row range in it."},
	{"one-partition", "Everything in one partition", "tenants", "all", "{ItemId:06}",
		"Any two entities can change in one transaction, and one server takes every request."},
}

// PresetByID returns the preset with the given ID.
func PresetByID(id string) (Preset, bool) {
	i := slices.IndexFunc(presets, func(p Preset) bool { return p.ID == id })
	if i < 0 {
		return Preset{}, false
	}
	return presets[i], true
}

func (s Preset) design() Design {
	return Design{Title: s.Title, PartitionKey: s.PartitionKey, RowKey: s.RowKey, Why: s.Why}
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

// numbered stands for a column that tells rows apart where there is none.
const numbered = "rowNumber()"

// Roles returns what the columns of a preset can be over the present data, with
// the best choice, or the one in chosen.
func (p *Roles) Roles(s Preset, chosen map[string]string) []Role {
	var roles []Role
	var taken []string
	for _, name := range s.columns() {
		kind := roleKinds[name]
		r := Role{Name: name, Wants: kind.String()}
		best := -1
		for _, c := range p.rows.Columns() {
			if !kind.takes(&c, p.rows.data.Len()) {
				continue
			}
			r.Options = append(r.Options, c.Name)
			if score := kind.score(name, &c, p.rows.data.Len()); score > best && !slices.Contains(taken, c.Name) {
				best, r.Column = score, c.Name
			}
		}
		if kind == idRole {
			r.Options = append(r.Options, numbered)
			if r.Column == "" {
				r.Column = numbered
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

// columns returns the roles of a preset, dates and groups as they come.
func (s Preset) columns() []string {
	var names []string
	for _, text := range []string{s.PartitionKey, s.RowKey} {
		if t, err := keys.Parse(text); err == nil {
			for _, name := range t.Columns() {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

func (k roleKind) takes(c *dataset.Column, rows int) bool {
	switch k {
	case dateRole:
		return c.Type == table.DateTime
	case idRole:
		return isKey(*c) && c.Type != table.DateTime && c.Missing == 0 && c.Distinct >= min(rows, dataset.DistinctCap)
	case textRole:
		return c.Type == table.String
	case copyRole:
		return c.Type == table.String && c.Distinct == 2 && c.Missing == 0
	}
	return isKey(*c) && c.Type != table.DateTime && c.Distinct > 1 && c.Distinct < rows
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
func (p *Roles) Fitted(s Preset, roles []Role) (_ Design, ok bool) {
	with := map[string]string{}
	for _, r := range roles {
		if r.Column == "" {
			return Design{}, false
		}
		with[r.Name] = p.fitted(r)
	}
	d := s.design()
	for _, text := range []*string{&d.PartitionKey, &d.RowKey} {
		if t, err := keys.Parse(*text); err == nil {
			*text = t.Replace(with)
		}
		if p.rows.fault(*text) != nil {
			return Design{}, false
		}
	}
	return d, p.rows.data != nil
}

// fitted is the column of a role with what its values ask for.
func (p *Roles) fitted(r Role) string {
	i, ok := p.rows.data.ColumnIndex(r.Column)
	if !ok {
		return r.Column
	}
	text := r.Column
	c := &p.rows.data.Columns[i]
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
func (p *Roles) holdsRefused(col int) bool {
	return slices.ContainsFunc(p.keys.sampleRows(), func(n int) bool {
		v := p.rows.data.Value(n, col)
		return v.Type() == table.String && keys.Refused(v.Str()) >= 0
	})
}

// UsePreset takes a preset over the present data.
func (p *Roles) UsePreset(s Preset, roles []Role) {
	if d, ok := p.Fitted(s, roles); ok {
		p.keys.UseDesign(d)
	}
}

// PresetSample returns the example of a preset, with the preset as its design.
func PresetSample(s Preset) Sample {
	e, _ := SampleByID(s.Example)
	e.Designs = []Design{s.design()}
	return e
}
