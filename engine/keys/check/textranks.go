package check

import "github.com/keyrange/keyrange/engine/keys"

// TextRanks remembers the order of texts in the columns of one set of rows. Each
// Analysis that is given it adds what it had to sort, so that the next one, of the
// same rows under another design, need not sort them again.
//
// What always holds: of two rows with a rank in a column the one with the lower
// rank has the text that sorts first, and equal ranks are equal texts. The ranks of
// a column are replaced and never changed, so that whoever reads them may go on.
type TextRanks struct {
	of [][]int32 // by column, then by row: from 1, or 0 where the row has none
}

// ShareRanks makes the Analysis use and add to the order of texts that is known of
// its rows. The number of a row, counted by Add, must be the same in every Analysis
// that shares it, and the texts in its columns too.
func (a *Analysis) ShareRanks(r *TextRanks) { a.ranks = r }

// column returns the ranks of a column, or nil.
func (r *TextRanks) column(col int) []int32 {
	if r == nil || col >= len(r.of) {
		return nil
	}
	return r.of[col]
}

// learn replaces the ranks of a column.
func (r *TextRanks) learn(col int, ranks []int32) {
	for len(r.of) <= col {
		r.of = append(r.of, nil)
	}
	r.of[col] = ranks
}

// rankCount is how often the texts of one rank came, and whether that text is a
// number.
type rankCount struct {
	entries int32
	number  bool
}

// textRanking is what a textOrder knows of the ranks of its texts.
type textRanking struct {
	shared *TextRanks // nil where the placeholder is more than a column of texts
	col    int
	known  []int32     // by row
	counts []rankCount // by rank
	ranked int         // entries with a rank
	learnt []int32     // by row, while the order is walked for the first time
	next   int32       // the rank of the text before
	near   []int32     // by row, of the one column that the placeholder makes its text of, or nil
}

// newRanking returns what is known of a placeholder's texts.
func (a *Analysis) newRanking(b *keys.Bound, slot int) (k textRanking) {
	e := b.Slots()[slot].Expr
	if a.ranks == nil {
		return k
	}
	if e.Kind != keys.ColumnExpr || b.Slots()[slot].Width > 0 {
		k.near = a.ranks.near(b, e)
		return k
	}
	for i, c := range b.Columns() {
		if c.Name == e.Name && keys.KindOf(c.Type) == keys.TextKind {
			k.shared, k.col, k.known = a.ranks, i, a.ranks.column(i)
		}
	}
	return k
}

// rankOf returns the rank of a row's text, or 0.
func rankOf(ranks []int32, row int) int32 {
	if row >= len(ranks) {
		return 0
	}
	return ranks[row]
}

// count counts an entry by its rank. It returns nil for one without a rank.
func (k *textRanking) count(row int) *rankCount {
	rank := rankOf(k.known, row)
	if rank == 0 {
		return nil
	}
	for len(k.counts) <= int(rank) {
		k.counts = append(k.counts, make([]rankCount, 1+len(k.counts))...)
	}
	k.ranked++
	c := &k.counts[rank]
	c.entries++
	return c
}

// begin turns the counts into the places at which the entries of each rank begin.
func (k *textRanking) begin() {
	place := int32(0)
	for i := range k.counts {
		c := &k.counts[i]
		c.entries, place = place, place+c.entries
	}
}

// place puts some entries where they belong by their ranks, and reports whether
// there are no more.
func (x *textOrder) place() (done bool) {
	order := x.sorting.order[:x.seen]
	for end := min(x.entry+textsPerStep, x.seen); x.entry < end; x.entry++ {
		rank := rankOf(x.ranking.known, x.pieces.row(x.entry))
		c := &x.ranking.counts[rank]
		order[c.entries] = rankedText{uint64(rank), int32(x.entry)}
		c.entries++
	}
	x.sorting.order = order
	return x.entry == x.seen
}

// note notes the rank of an entry while the order is walked: isNew says that its
// text differs from the one before.
func (k *textRanking) note(p *pieces, entry int, isNew bool) {
	if k.learnt == nil {
		return
	}
	if isNew {
		k.next++
	}
	k.learnt[p.row(entry)] = k.next
}

// end shares what was learnt.
func (k *textRanking) end() {
	if k.learnt != nil {
		k.shared.learn(k.col, k.learnt)
	}
}

// near returns the ranks of the only column of an expression, nil where it has
// several or its order is not known. What is made of a text, such as its small
// letters, mostly sorts as the text does.
func (r *TextRanks) near(b *keys.Bound, e *keys.Expr) []int32 {
	var near []int32
	several := false
	e.Walk(func(x *keys.Expr) {
		if x.Kind != keys.ColumnExpr {
			return
		}
		several = several || near != nil
		for i, c := range b.Columns() {
			if c.Name == x.Name {
				near = r.column(i)
			}
		}
	})
	if several {
		return nil
	}
	return near
}

// likely returns all entries in the order of the ranks that are near theirs, nil
// where none are known.
func (x *textOrder) likely() []int32 {
	near := x.ranking.near
	if near == nil {
		return nil
	}
	places := make([]int32, len(near)+2)
	for i := range x.seen {
		places[rankOf(near, x.pieces.row(i))+1]++
	}
	for i := 1; i < len(places); i++ {
		places[i] += places[i-1]
	}
	order := make([]int32, x.seen)
	for i := range x.seen {
		rank := rankOf(near, x.pieces.row(i))
		order[places[rank]] = int32(i)
		places[rank]++
	}
	return order
}
