package model

import (
	"slices"
	"strings"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
	"github.com/keyrange/keyrange/engine/table"
)

// The words of a column's name that speak for a time of writing, and those that
// name a time in the life of what the row is about.
var (
	writingWords = strings.Fields("at added arrived created generated inserted logged measured occurred ordered paid posted received " +
		"recorded registered sent started submitted time timestamp written")
	datingWords = strings.Fields("date datetime day when")
	livingWords = strings.Fields("birth birthday born closed death died due end ended expires expiry founded launch modified opened release " +
		"released until updated valid")
)

// orderSample is how many neighbouring rows are looked at for an order.
const orderSample = 400

// GuessArrival returns the likeliest order in which the rows of a data set are
// written, and the reason in a sentence. It is a guess: nothing may be concluded
// from it before the user has agreed.
func GuessArrival(d *dataset.Dataset) (a draft.Arrival, reason string) {
	best, most := -1, 0
	for i := range d.Columns {
		if n := writingScore(d, i); n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return draft.Arrival{Kind: check.ReferenceData}, "No column looks like the time at which a row is written."
	}
	name := d.Columns[best].Name
	reason = "The column " + name + " holds a time, and its name says when something happened."
	if course := courseOf(d, best); course != 0 {
		first := map[int]string{1: "oldest", -1: "newest"}[course]
		reason = "The column " + name + " holds a time, and the rows come " + first + " first."
	}
	return draft.Arrival{Kind: check.TimeOfWriting, Column: name}, reason
}

// writingScore says how much speaks for a column as the time of writing, 0 for
// nothing.
func writingScore(d *dataset.Dataset, col int) int {
	c := &d.Columns[col]
	words := nameWords(c.Source)
	named := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	if c.Missing*10 > d.Len() || c.Distinct < 2 || named(livingWords) || c.Type != table.DateTime && !(clockNumber(c) && named(writingWords)) {
		return 0
	}
	score := 0
	if named(writingWords) {
		score += 4
	}
	if named(datingWords) {
		score += 2
	}
	if courseOf(d, col) != 0 {
		score += 3
	}
	if c.Distinct*4 >= 3*min(d.Len(), dataset.DistinctCap) {
		score++
	}
	if score < 2 {
		return 0
	}
	return score
}

// clockNumber reports whether a column of whole numbers looks like seconds or
// milliseconds since 1970.
func clockNumber(c *dataset.Column) bool {
	return c.Type == table.Int64 && len(c.Sample) == 13 || (c.Type == table.Int32 || c.Type == table.Int64) && len(c.Sample) == 10
}

// courseOf is 1 where the rows go up with a column, -1 where they go down, else
// 0: at least nine of ten steps between neighbours do, and few stand still.
func courseOf(d *dataset.Dataset, col int) int {
	up, down, pairs := 0, 0, min(orderSample, d.Len()-1)
	for i := range pairs {
		n := i * (d.Len() - 1) / pairs
		a, b := check.Moment(d.Value(n, col)), check.Moment(d.Value(n+1, col))
		if a <= b {
			up++
		}
		if a >= b {
			down++
		}
	}
	switch {
	case pairs <= 0 || max(up, down)*10 < pairs*9 || min(up, down)*10 >= pairs*9:
		return 0
	case up > down:
		return 1
	}
	return -1
}

// nameWords cuts a name into words in lower case: "PostedAt", "posted_at" and
// "posted.at" are posted and at.
func nameWords(name string) []string {
	var words []string
	start := 0
	end := func(i int) {
		if i > start {
			words = append(words, strings.ToLower(name[start:i]))
		}
	}
	for i := 0; i < len(name); i++ {
		letter := name[i]|0x20 >= 'a' && name[i]|0x20 <= 'z' || name[i] >= 0x80
		upper := name[i] >= 'A' && name[i] <= 'Z'
		switch {
		case !letter:
			end(i)
			start = i + 1
		case upper && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z':
			end(i)
			start = i
		}
	}
	end(len(name))
	return words
}
