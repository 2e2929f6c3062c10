package lessons

// Block is a part of the prose.
type Block struct {
	Kind  BlockKind
	Items [][]Span // of a paragraph one, of a list one per entry, of a table the cells row by row
	Width int      // of a table: cells in a row; the first row is the head
	Text  string   // of code
}

// BlockKind is what a Block is.
type BlockKind uint8

// The kinds of blocks.
const (
	Paragraph BlockKind = iota
	Bullets
	Numbered
	Table
	Code
)

// Span is a stretch of text in one style.
type Span struct {
	Kind   SpanKind
	Text   string
	Target string // of a link
}

// SpanKind is the style of a Span.
type SpanKind uint8

// The kinds of spans. The last five are links, by the word before the colon:
// demo:id, term:id, lesson:id, an address of the web, or a path of the site.
const (
	Plain SpanKind = iota
	Strong
	Emphasis
	Mono
	DemoLink
	TermLink
	LessonLink
	WebLink
	SiteLink
)

// Words returns how many words the blocks have, code left out.
func Words(blocks []Block) int {
	n := 0
	for _, b := range blocks {
		for _, item := range b.Items {
			n += spanWords(item)
		}
	}
	return n
}

func spanWords(spans []Span) int {
	n, inside := 0, false
	for _, s := range spans {
		for _, r := range s.Text {
			blank := r == ' ' || r == '\n'
			if !blank && !inside {
				n++
			}
			inside = !blank
		}
	}
	return n
}

// Text returns the words of spans without their style.
func Text(spans []Span) string {
	s := ""
	for _, span := range spans {
		s += span.Text
	}
	return s
}
