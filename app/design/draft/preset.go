package draft

import (
	"slices"

	"github.com/keyrange/keyrange/engine/keys"
)

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

// Design returns the templates of the preset.
func (s Preset) Design() Design {
	return Design{Title: s.Title, PartitionKey: s.PartitionKey, RowKey: s.RowKey, Why: s.Why}
}

// Numbered stands for a column that tells rows apart where there is none.
const Numbered = "rowNumber()"

// Columns returns the roles of a preset, dates and groups as they come.
func (s Preset) Columns() []string {
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

// PresetSample returns the example of a preset, with the preset as its design.
func PresetSample(s Preset) Sample {
	e, _ := SampleByID(s.Example)
	e.Designs = []Design{s.Design()}
	return e
}
