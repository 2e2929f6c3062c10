// Package browser is the only package that talks to the browser.
//
// It offers the few things a page needs beyond elements and events: the theme
// and where it is kept, files that are picked, dropped or pasted, bytes from
// this site, work in slices, fields, widths, and Grid, which draws only the
// visible rows of a long list.
//
// What always holds: nothing here sends a byte anywhere but the token of an endpoint
// on this machine, to that endpoint; Fetch reads from this site alone, Listen from
// this machine besides, and everything that is stored is under one prefix because other
// sites may share the origin. Callbacks run on the browser's turn, so a page
// passes functions that dispatch.
//
// Outside a browser every function does nothing and every question has its
// plain answer, so that pages can be rendered and tested natively.
package browser

// prefix begins every name under which the site stores something.
const prefix = "keyrange."

// Theme is a choice of colours.
type Theme string

// The themes: as the system says, or always one of the two.
const (
	System Theme = "system"
	Light  Theme = "light"
	Dark   Theme = "dark"
)

// ThemeKey is the name under which the theme is stored. The page's head reads
// it before anything is drawn.
const ThemeKey = prefix + "theme"

// Motion is how much may move on the page.
type Motion string

// The amounts of motion.
const (
	AsSystem Motion = "system"
	Calm     Motion = "reduce"
	Full     Motion = "full"
)

// MotionKey is the name under which the motion is stored. The page's head reads
// it before anything is drawn.
const MotionKey = prefix + "motion"

// ShortcutsKey is the name under which is stored that single characters are no
// shortcuts: "off".
const ShortcutsKey = prefix + "shortcuts"

// MaxBytes bounds what Read and Fetch accept. It is a little above the limit
// of an import, so that the importer can refuse with its own words.
const MaxBytes = 51 << 20

// Reading receives what Read and Fetch find. Exactly one of Done and Failed is
// called, unless the reading is cancelled.
type Reading struct {
	Progress func(done, total int) // bytes; total is 0 when nobody knows
	Done     func(data []byte)
	Failed   func(reason string) // a plain sentence
}

// GridSource says what a Grid draws and where.
type GridSource struct {
	Scroller string                                // ID of the element that scrolls, which also takes the keys
	Body     string                                // ID of the empty element that holds the rows
	Height   int                                   // pixels of one row
	Rows     func(first, count, active int) string // HTML of rows first to first+count-1; active is the row with the keyboard, -1 for none
	Open     func(row int)                         // Enter or a click on a row, nil for nothing; runs on the browser's turn
	RowID    string                                // what the ID of an active row's element begins with; the row's number follows
}

// Key is a key that was pressed anywhere on the page.
type Key struct {
	Name    string // as KeyboardEvent.key, letters in lower case
	Command bool   // Ctrl, or Command on a Mac
	Shift   bool
	Alt     bool
	Digit   int    // 1 to 9 when Alt and that digit were pressed, else 0
	InField bool   // a field that takes text has the focus
	Target  string // ID of the element with the focus

	// OnControl is a focus on something that a space activates, InWidget one
	// inside something that arrows go through, such as a grid or tabs.
	OnControl, InWidget bool
}

// Unread is the property of a field in which somebody typed or chose since the page
// last read it: its handler waits until the work under way rests. Field takes the
// mark away, and so must a handler that reads the field of its event itself.
const Unread = "keyrangeUnread"
