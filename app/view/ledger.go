package view

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/engine/table"
)

// LineID begins the ID of a line of the ledger; its number follows.
const LineID = "line-"

// LedgerProperties is how many properties a line of the ledger shows.
const LedgerProperties = 3

// Ledger writes the visible lines of a ledger as HTML, one string for a whole
// frame.
type Ledger struct {
	from    *design.Ledger
	columns []*table.Column
	classes []string
}

// NewLedger returns a writer that shows the first few of the properties.
func NewLedger(from *design.Ledger, properties []Property) *Ledger {
	l := &Ledger{from: from}
	for _, p := range properties[:min(len(properties), LedgerProperties)] {
		l.columns = append(l.columns, table.NewColumn(p.Name))
		l.classes = append(l.classes, strings.TrimSpace("p "+p.Class()))
	}
	return l
}

// HTML writes lines first to first+count-1. active is the line that has the
// keyboard, -1 for none. Every value is escaped.
func (l *Ledger) HTML(first, count, active int) string {
	var b strings.Builder
	b.Grow(count * 512)
	for i := first; i < first+count; i++ {
		place, cut := l.from.Item(i)
		class := "lg__r"
		if i == active {
			class += " on"
		}
		if cut != nil {
			openLine(&b, i, class+" lg__cut")
			cell(&b, 1, "sr", "")
			cell(&b, 2, "cut", "Range boundary, first key "+cut.Key)
			b.WriteString("</div>")
			continue
		}
		l.entity(&b, i, place, class)
	}
	return b.String()
}

func openLine(b *strings.Builder, i int, class string) {
	b.WriteString(`<div role="row" id="` + LineID + strconv.Itoa(i) + `" aria-rowindex="` + strconv.Itoa(i+2) + `" class="` + class + `">`)
}

// entity writes the line of an entity: where its partition and its page begin
// and end is told by what stands before and after it.
func (l *Ledger) entity(b *strings.Builder, i, place int, class string) {
	row := l.from.Row(place)
	pk, last := row.PartitionKey(), l.from.Entities()-1
	firstOf := place == 0 || l.from.Row(place-1).PartitionKey() != pk
	lastOf := place == last || l.from.Row(place+1).PartitionKey() != pk
	what, page := l.from.Sighting(row)
	class += " " + sightingClass[what]
	if firstOf {
		class += " p1"
	}
	if lastOf {
		class += " p9"
	}
	starts := page > 0 && (place == 0 || l.pageAt(place-1) != page)
	if starts {
		class += " g1"
	}
	if page > 0 && (place == last || l.pageAt(place+1) != page) {
		class += " g9"
	}
	if page > 0 && page == l.from.Pages() {
		class += " now"
	}
	openLine(b, i, class)
	cell(b, 1, "sr", strconv.Itoa(l.from.Range(place)))
	if firstOf {
		cell(b, 2, "pk", pk)
	} else {
		cell(b, 2, "pk same", pk)
	}
	cell(b, 3, "rk", row.RowKey())
	for c, column := range l.columns {
		value(b, c+4, l.classes[c], column.Of(row), "–")
	}
	cell(b, len(l.columns)+4, "st", sightingText(what, page, starts))
	if mark, live := l.from.Bookmark(place); mark > 0 {
		bookmark(b, mark, live, row.Key())
	}
	b.WriteString("</div>")
}

func (l *Ledger) pageAt(place int) int {
	_, page := l.from.Sighting(l.from.Row(place))
	return page
}

var sightingClass = [...]string{design.NotAsked: "", design.Outside: "out", design.Ahead: "ahead", design.Examined: "read",
	design.Returned: "hit", design.Later: "later"}

func sightingText(what design.Sighting, page int, starts bool) string {
	number := "page " + strconv.Itoa(page)
	switch what {
	case design.Outside:
		return "outside"
	case design.Ahead:
		return "ahead"
	case design.Later:
		return "written since"
	case design.Examined:
		if starts {
			return "Page " + strconv.Itoa(page) + ", read"
		}
		return "read, " + number
	case design.Returned:
		if starts {
			return "Page " + strconv.Itoa(page) + ", returned"
		}
		return "returned, " + number
	}
	return ""
}

// bookmark writes the ribbon at the place where a page ended.
func bookmark(b *strings.Builder, page int, live bool, k table.Key) {
	class, text := "lg__used", "token "+strconv.Itoa(page)+", used"
	if live {
		class, text = "lg__tk", Shorten(k.PartitionKey, 14)+", "+Shorten(k.RowKey, 14)
	}
	b.WriteString(`<span class="` + class + `" aria-hidden="true"><b>`)
	escape(b, text)
	b.WriteString("</b></span>")
}

// LedgerColumns is the CSS for the columns of a ledger.
func LedgerColumns(properties []Property) string {
	return "repeat(" + strconv.Itoa(min(len(properties), LedgerProperties)) + ", minmax(80px, 130px))"
}
