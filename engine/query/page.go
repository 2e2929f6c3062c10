package query

import (
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/trace"
)

// Stop is why a page ended.
type Stop uint8

// The reasons. Only after End is there no token.
const (
	End           Stop = iota // nothing is left inside the plan's bounds, or $top is 0
	PageFull                  // the page has 1,000 entities, or $top
	TimeUp                    // the time budget is used up
	RangeBoundary             // the next key belongs to another range
	SizeFull                  // the entities have as many bytes as a page may have
)

var stopNames = [...]string{"end", "page full", "time up", "range boundary", "size full"}

// String returns the reason in words, such as "page full".
func (s Stop) String() string {
	if int(s) >= len(stopNames) {
		return ""
	}
	return stopNames[s]
}

// Page is one answer. It may have no entity and still have a Next: a client
// stops when there is no token, not when a page is empty.
type Page struct {
	Rows   []table.Row        // the matching entities in key order, read in place
	Select []string           // as in the request
	Next   *ContinuationToken // where the next page starts; nil: there is none
	Stop   Stop               // why the page ended
	Cost   trace.Cost         // what this page alone took
}

// Entities returns copies of the page's entities with the properties that the
// request selected, in the order of $select; a selected property that an
// entity lacks is there with the null Value, as the service returns it. Key
// and Timestamp are always set, because the caller addresses the entity by
// them: whether they are shown is for Shows to say.
func (p Page) Entities() []table.Entity {
	entities := make([]table.Entity, len(p.Rows))
	var columns []*table.Column
	var names []string
	for _, name := range p.Select {
		if !system(name) {
			columns, names = append(columns, table.NewColumn(name)), append(names, name)
		}
	}
	for i, r := range p.Rows {
		if len(p.Select) == 0 {
			entities[i] = r.Entity()
			continue
		}
		entities[i] = project(r, names, columns)
	}
	return entities
}

func project(r table.Row, names []string, columns []*table.Column) table.Entity {
	e := table.Entity{
		Key:        r.Key(),
		Timestamp:  r.Timestamp(),
		Properties: make([]table.Property, len(names)),
	}
	for i, c := range columns {
		e.Properties[i] = table.Property{Name: names[i], Value: c.Of(r)}
	}
	return e
}

// system reports whether name is one of the three properties that every
// entity has.
func system(name string) bool {
	return name == "PartitionKey" || name == "RowKey" || name == "Timestamp"
}
