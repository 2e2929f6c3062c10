package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/table"
)

// Limits of the service's query options (Query Entities, REST reference).
const (
	MaxPageSize = 1000 // entities in one page, also the largest $top
	MaxSelect   = 255  // names in $select
)

// NoTop is the Request.Top of a request without $top.
const NoTop = -1

// Request is what a client asks for one page. A client that follows a token
// sends the same Filter, Select and Top again; Top counts per page.
type Request struct {
	Filter string             // $filter; blank matches every entity
	Select []string           // $select; empty returns every property
	Top    int                // $top, 0 to 1,000; negative: not given
	Token  *ContinuationToken // where the page starts; nil: at the beginning
}

// Plan parses and plans the request's Filter. Errors are *filter.Error.
func (r Request) Plan() (Plan, error) {
	e, err := filter.Parse(r.Filter)
	if err != nil {
		return Plan{}, err
	}
	return NewPlan(e), nil
}

// check refuses what the service refuses before it reads anything.
func (r Request) check() error {
	if r.Top > MaxPageSize || len(r.Select) > MaxSelect {
		return refuseInput()
	}
	return nil
}

// ParseTop reads the text of $top. Blank gives NoTop; anything but a whole
// number from 0 to 1,000 is refused with InvalidInput.
func ParseTop(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return NoTop, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > MaxPageSize {
		return NoTop, refuseInput()
	}
	return n, nil
}

// ParseSelect reads the text of $select: names between commas, white space
// around them trimmed, blank ones and repetitions dropped. Blank text and `*`
// select everything and give nil. More than 255 names are refused with
// InvalidInput.
func ParseSelect(text string) ([]string, error) {
	var names []string
	for name := range strings.SplitSeq(text, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "*":
			return nil, nil
		case name == "" || slices.Contains(names, name):
			continue
		case len(names) == MaxSelect:
			return nil, refuseInput()
		}
		names = append(names, name)
	}
	return names, nil
}

// Limits is what ends a page besides the client's $top. The zero Limits is a
// service that never runs out of time and keeps the table in one range.
type Limits struct {
	// PageSize is the most entities a page returns. Anything outside 1 to
	// 1,000 means 1,000.
	PageSize int

	// Examined is the time budget of a page counted in entities read; 0 or
	// less means none. The service allows five seconds.
	Examined int

	// Bytes ends a page after the entity with which its entities have that
	// many bytes as table.EntityBytes counts them; 0 or less means none. That
	// the service has such a limit is said of it and written nowhere.
	Bytes int

	// Expired is asked now and then while a page is read, after every some ten
	// thousand tests of a property, and ends the page when it says so. A page has
	// read at least one entity by then, so that a reading of all pages ends. nil:
	// nobody is asked, and the same request gives the same page.
	Expired func() bool

	// Boundaries returns the first PartitionKey of the range after the one
	// that holds from. ok is false when from is in the last range. An answer
	// that does not lie after from.PartitionKey is ignored, so that every
	// page makes progress. nil: the table is one range.
	Boundaries func(from table.Key) (next string, ok bool)
}

func (l Limits) pageSize(top int) int {
	size := l.PageSize
	if size < 1 || size > MaxPageSize {
		size = MaxPageSize
	}
	if top >= 0 {
		size = min(size, top)
	}
	return size
}

// boundary returns the key at which the range that holds from ends.
func (l Limits) boundary(from table.Key) (table.Key, bool) {
	if l.Boundaries == nil {
		return table.Key{}, false
	}
	next, ok := l.Boundaries(from)
	if !ok || table.CompareUTF16(next, from.PartitionKey) <= 0 {
		return table.Key{}, false
	}
	return table.Key{PartitionKey: next}, true
}
