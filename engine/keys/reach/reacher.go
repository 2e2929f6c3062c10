package reach

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/keys/form"
)

// keyRange is what a question leaves of one key: the texts from Low to High in the
// order of UTF-16 code units. An empty High is no bound. A fixed keyRange holds
// Low alone.
type keyRange struct {
	Low, High string
	Above     bool // Low itself is left out
	Within    bool // High itself belongs to it
	Fixed     bool
	Columns   []string // those that the bounds follow from, each held on both sides
	Rests     []string // what the bounds take from the rows that are there

	bounding []string // the columns that the bounds follow from, on either side
	stop     int      // the slot at which the walk ended, or how many there are
}

// bounded reports whether something is left out.
func (r *keyRange) bounded() bool { return r.Fixed || r.Low != "" || r.High != "" }

// same reports whether two reaches hold the same texts.
func (r *keyRange) same(other *keyRange) bool {
	return r.Low == other.Low && r.High == other.High && r.Above == other.Above && r.Within == other.Within && r.Fixed == other.Fixed
}

// maxBuckets bounds how many buckets one question is asked of.
const maxBuckets = 64

// reacher walks through a template from left to right and follows what is known
// of the columns for as long as it decides the text.
//
// The rules, which are those of a sorted list: everything before the first slot
// that can give several texts is a beginning that every key has. That slot
// bounds the key by the least and the greatest text that it can give. What
// comes after it counts only in the rows that give this least or this greatest
// text. A slot of which the question says nothing ends the walk.
type reacher struct {
	given
	bound   *keys.Bound
	steps   []step
	seen    *Extents // nil: nothing is taken from the rows that are there
	reach   *keyRange
	depends map[string]bool // what was taken from the rows, by its sentence
}

// step is a slot of the template, or an argument of a join that makes one.
type step struct {
	slot    int
	literal string
	expr    *keys.Expr // nil for a literal
	code    keys.Code
	width   int
}

func newReacher(b *keys.Bound, all []*known, seen *Extents) *reacher {
	row := make(knownRow, len(b.Columns()))
	for i, k := range all {
		if k != nil && k.fixed() {
			row[i] = k.low
		}
	}
	r := &reacher{given: given{b.Columns(), all, row}, bound: b, depends: map[string]bool{}}
	for i, s := range b.Slots() {
		r.lay(i, s.Slot)
	}
	r.seen = seen
	return r
}

// lay makes steps of a slot: without the choices that the question decides, and
// a join as its parts.
func (r *reacher) lay(i int, s keys.Slot) {
	if s.Expr == nil {
		r.steps = append(r.steps, step{slot: i, literal: s.Plain})
		return
	}
	e := r.chosen(s.Expr)
	if e.Calls("join") && s.Width == 0 {
		for _, a := range e.Args {
			r.lay(i, keys.Slot{Expr: a})
		}
		return
	}
	c, err := keys.Compile(e, r.columns)
	if err != nil {
		return // the template is bound, so its parts can be
	}
	r.steps = append(r.steps, step{slot: i, expr: e, code: c, width: s.Width})
}

// chosen takes the choices out of an expression that the question decides:
// or(x,y) is x where x is there, and when(x,'text',y) is y where x is the text.
func (r *reacher) chosen(e *keys.Expr) *keys.Expr {
	changed := *e
	changed.Args = nil
	for _, a := range e.Args {
		changed.Args = append(changed.Args, r.chosen(a))
	}
	if e.Kind != keys.CallExpr {
		return &changed
	}
	switch x := changed.Args; {
	case e.Function.Name == "or" && r.present(x[0]):
		return x[0]
	case e.Function.Name == "or" && r.absent(x[0]):
		return x[1]
	case e.Function.Name == "when" && r.decided(x[0]):
		if value, ok := r.valueOf(x[0]); ok && value == x[1].Name {
			return x[2]
		}
	}
	return &changed
}

// present reports whether an expression gives a text that is not empty for
// every row that the question can return. A comparison holds only where its
// column has a value.
func (r *reacher) present(e *keys.Expr) bool {
	if e.Has(func(x *keys.Expr) bool {
		return x.Kind == keys.ColumnExpr && (r.index(x.Name) < 0 || r.known[r.index(x.Name)] == nil) || x.Calls("when")
	}) {
		return false
	}
	if r.decided(e) {
		value, ok := r.valueOf(e)
		return ok && value != ""
	}
	if _, ok := r.wholes(e); ok {
		return true
	}
	if _, ok := r.decimals(e); ok {
		return true
	}
	set, ok := r.texts(e)
	return ok && (set.low != "" || set.above)
}

// absent reports whether an expression gives no text or an empty one.
func (r *reacher) absent(e *keys.Expr) bool {
	if e.Calls("when") && r.decided(e.Args[0]) {
		value, ok := r.valueOf(e.Args[0])
		return ok && value != e.Args[1].Name
	}
	if !r.decided(e) {
		return false
	}
	value, ok := r.valueOf(e)
	return ok && value == ""
}

// reaches returns what the knowledge leaves of the key: one keyRange, or one for
// each bucket where the template begins with a bucket whose number the question
// cannot know. Together they hold every key whose row has the known values, for
// rows like those that were seen if a keyRange rests on them.
func reaches(b *keys.Bound, all []*known, seen *Extents) []keyRange {
	r := newReacher(b, all, nil)
	over := newReacher(b, all, seen)
	from, texts := r.buckets()
	if texts == nil {
		return []keyRange{narrower(r, over, 0, "")}
	}
	spread := make([]keyRange, len(texts))
	useful := false
	for i, text := range texts {
		spread[i] = narrower(r, over, from, text)
		useful = useful || len(spread[i].bounding) > 0
	}
	if useful {
		return spread
	}
	return []keyRange{{}}
}

// narrower is the reach that holds for all rows, unless the rows that were seen
// leave less of the key.
func narrower(r, over *reacher, from int, text string) keyRange {
	sure := r.follow(from, text)
	if over.seen == nil {
		return sure
	}
	if likely := over.follow(from, text); len(likely.bounding) > 0 && !likely.same(&sure) {
		return likely
	}
	return sure
}

// buckets returns the texts of a bucket at the beginning of the template, such
// as {hash(PostId)%16:02}, and the step after it. They are nil where there is
// none or where the question says which one.
func (r *reacher) buckets() (next int, texts []string) {
	before := ""
	for i, s := range r.steps {
		if s.expr == nil {
			before += s.literal
			continue
		}
		e := s.expr
		if r.decided(e) || e.Kind != keys.BinaryExpr || e.Operator != '%' || e.Args[1].Kind != keys.NumberExpr || e.Args[1].Whole > maxBuckets ||
			!e.Args[0].Calls("hash") {
			return 0, nil
		}
		for n := range int(e.Args[1].Whole) {
			texts = append(texts, before+string(form.PadZeros([]byte(strconv.Itoa(n)), 0, s.width)))
		}
		return i + 1, texts
	}
	return 0, nil
}

// text returns what a step gives for every row; ok is false when that differs
// or when it has no value.
func (r *reacher) text(s *step) (string, bool) {
	if s.expr == nil {
		return s.literal, true
	}
	if !r.decided(s.expr) {
		return r.only(s)
	}
	return s.code.Text(r.row, s.width)
}

// only returns the one text that a step gives for every value that is left.
func (r *reacher) only(s *step) (string, bool) {
	if !r.told(s.expr) {
		return "", false
	}
	can, ok := r.gives(s)
	if !ok || len(can) != 1 || !can[0].level || can[0].low != can[0].limits[0].text {
		return "", false
	}
	return can[0].low, true
}

// follow returns the reach of the steps from a given one after a text.
func (r *reacher) follow(from int, text string) keyRange {
	r.reach, r.depends = &keyRange{}, map[string]bool{}
	for i := from; i < len(r.steps); i++ {
		value, ok := r.text(&r.steps[i])
		if !ok {
			r.bounds(i, text)
			r.reach.stop = r.steps[i].slot
			return *r.reach
		}
		text += value
		r.hold(r.steps[i].expr)
	}
	r.rests()
	r.reach.Low, r.reach.Fixed, r.reach.stop = text, true, len(r.bound.Slots())
	return *r.reach
}

// bounds sets the reach to the keys that begin with a text and go on with what
// a step can give. A bound that leaves out nothing that the step could give for
// any value is none.
func (r *reacher) bounds(i int, text string) {
	r.reach.Low, r.reach.High = text, after(text)
	s := &r.steps[i]
	can, ok := r.gives(s)
	if !ok || len(can) == 0 {
		return
	}
	low, above := r.least(i, text, can)
	high := r.greatest(i, text, can, true)
	free := r.freed()
	if any, ok := free.gives(s); ok {
		if least, _ := free.least(i, text, any); low == least {
			low, above = text, false
		}
		if !high.below(free.greatest(i, text, any, true)) {
			high = before(after(text))
		}
	}
	r.reach.Low, r.reach.Above = low, above
	if !high.open {
		r.reach.High, r.reach.Within = high.text, high.within
	}
	r.credit(s.expr, text)
}

// credit notes the columns that the bounds of a step follow from.
func (r *reacher) credit(e *keys.Expr, text string) {
	if r.reach.Low == text && r.reach.High == after(text) {
		return
	}
	r.hold(e)
	r.rests()
}

// rests notes what was taken from the rows, in an order that does not change.
func (r *reacher) rests() {
	for sentence := range r.depends {
		r.reach.Rests = append(r.reach.Rests, sentence)
	}
	slices.Sort(r.reach.Rests)
}

// freed is the reacher with nothing known but the fixed columns, which looks as
// far into the template.
func (r *reacher) freed() *reacher {
	free := *r
	free.known = make([]*known, len(r.known))
	for i, k := range r.known {
		switch {
		case k != nil && k.fixed():
			free.known[i] = k
		case k != nil:
			free.known[i] = &known{}
		}
	}
	free.depends = map[string]bool{}
	return &free
}

// hold notes the columns from which the bounds of an expression follow, and as
// held those of which both ends are known.
func (r *reacher) hold(e *keys.Expr) {
	closed := true
	e.Walk(func(x *keys.Expr) {
		if x.Kind == keys.ColumnExpr {
			k := r.known[r.index(x.Name)]
			closed = closed && k != nil && k.closed()
			if k != nil {
				r.reach.bounding = append(r.reach.bounding, x.Name)
			}
		}
	})
	if !closed {
		return
	}
	e.Walk(func(x *keys.Expr) {
		if x.Kind == keys.ColumnExpr {
			r.reach.Columns = append(r.reach.Columns, x.Name)
		}
	})
}

// after returns the least text that sorts after every text that begins with the
// given one, or the empty text when there is none.
func after(text string) string {
	for text != "" {
		last, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
		switch {
		case last == utf8.RuneError && size == 1, last == 0xFFFF:
			continue
		case last == utf8.MaxRune:
			return text + "\uE000"
		case last == 0xD7FF:
			return text + "\U00010000"
		}
		return text + string(last+1)
	}
	return ""
}
