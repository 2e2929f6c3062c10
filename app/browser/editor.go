package browser

// EditorSource says where an Editor stands and what it asks the page. All
// places are in UTF-16 units, as the browser counts.
type EditorSource struct {
	Host  string // ID of the empty element that holds the editor
	Field string // ID of the text field that it takes over

	Looks   func(text string) string                                          // "FROM TO LOOK" per line, ascending
	Suggest func(text string, at int, asked bool) (from int, list []Offering) // nothing: an empty list
	Most    int                                                               // of units that the reader may write
	Refused func(units int)                                                   // a change was left undone, because there would be so many
	Changed func()                                                            // the reader changed the text: read it with Text on its turn
	Run     func()                                                            // Enter
	Mend    func()                                                            // Ctrl and the full stop
}

// Offering is one line of an editor's list of suggestions.
type Offering struct {
	Label, Detail, Look string
	Text                string // what is written
}
