package model

import (
	"slices"
	"sort"

	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Losses are the rows that a design does not store.
//
// What always holds: rows is in the order of the data set and names each row
// once.
type Losses struct {
	Of   int // rows of the data set
	Rows []LostRow
}

// LostRow is a row without an entity, and the service's code for why; an empty
// code stands for a row that gives no key.
type LostRow struct {
	Row  int
	Code table.Code
}

// Code returns why a row is lost; ok is false when it is stored.
func (l *Losses) Code(row int) (code table.Code, ok bool) {
	i := sort.Search(len(l.Rows), func(i int) bool { return l.Rows[i].Row >= row })
	if i == len(l.Rows) || l.Rows[i].Row != row {
		return "", false
	}
	return l.Rows[i].Code, true
}

// Tally counts rows by the code that keeps them out, the most frequent first.
type Tally []tallied

type tallied struct {
	code  table.Code
	count int
}

// Add counts a row under its reason.
func (t *Tally) Add(code table.Code, n int) {
	for i := range *t {
		if (*t)[i].code == code {
			(*t)[i].count += n
			return
		}
	}
	*t = append(*t, tallied{code, n})
}

// Sum returns how many rows were counted.
func (t Tally) Sum() int {
	n := 0
	for _, x := range t {
		n += x.count
	}
	return n
}

// Because says what is wrong with the rows, the most frequent first: "158 repeat
// the key of an earlier row and 117 give no key".
func (t Tally) Because() string {
	if len(t) == 1 {
		return map[bool]string{true: "it ", false: "they "}[t[0].count == 1] + lossVerb(t[0].code, t[0].count == 1)
	}
	t = slices.Clone(t)
	sort.SliceStable(t, func(i, j int) bool { return t[i].count > t[j].count })
	var parts []string
	for _, x := range t {
		parts = append(parts, words.Number(x.count)+" "+lossVerb(x.code, x.count == 1))
	}
	return words.List(parts)
}

// lossVerb says what is wrong with one row, or with several.
func lossVerb(code table.Code, one bool) string {
	verbs := [2]string{"are refused by the service", "is refused by the service"}
	switch code {
	case "":
		verbs = [2]string{"give no key", "gives no key"}
	case table.EntityAlreadyExists:
		verbs = [2]string{"repeat the key of an earlier row", "repeats the key of an earlier row"}
	case table.OutOfRangeInput:
		verbs = [2]string{"have a key or a date that the service refuses", "has a key or a date that the service refuses"}
	case table.PropertyValueTooLarge:
		verbs = [2]string{"have a key or a text that is too long", "has a key or a text that is too long"}
	case table.EntityTooLarge:
		verbs = [2]string{"are larger than 1 MiB", "is larger than 1 MiB"}
	}
	if one {
		return verbs[1]
	}
	return verbs[0]
}

// Sentence says what a design loses, empty when it stores every row.
func (l *Losses) Sentence(design string) string {
	if len(l.Rows) == 0 {
		return ""
	}
	var t Tally
	for _, r := range l.Rows {
		t.Add(r.Code, 1)
	}
	return design + " loses " + words.Number(len(l.Rows)) + " of " + words.Count(l.Of, "row", "rows") + ": " + t.Because() + "."
}
