package score

import (
	"strconv"

	words "github.com/keyrange/keyrange/engine/text"
)

// Duel is the comparison of two designs over the questions that count.
//
// What always holds: cheap is the design that costs less by the figure that
// decides; where both cost about the same, even is true and cheap means nothing.
type Duel struct {
	scores [2][]Score // in pairs
	Total  [2]Total
	cheap  Side
	even   bool
	read   bool // what is examined decides, since both take about as many requests
}

func newDuel(p *Scoring, a, b Total) *Duel {
	d := &Duel{Total: [2]Total{a, b}}
	x, y := p.Scores(A), p.Scores(B)
	for i := range x {
		if x[i].Fault == nil && !x[i].Own {
			d.scores[A], d.scores[B] = append(d.scores[A], x[i]), append(d.scores[B], y[i])
		}
	}
	d.read = near(a.Pages, b.Pages)
	d.even = d.read && near(a.Examined, b.Examined)
	if d.figure(b) < d.figure(a) {
		d.cheap = B
	}
	return d
}

// near reports whether two figures differ by at most one in twenty.
func near(a, b int) bool { return 20*max(a-b, b-a) <= min(a, b) }

// Other is the side that a side is compared with.
func (s Side) Other() Side { return B - s }

// figure is what decides of a total. A request that returns one entity may
// examine thousands, so where both designs take about as many requests, what
// they examine decides.
func (d *Duel) figure(t Total) int {
	if d.read {
		return t.Examined
	}
	return t.Pages
}

// takes is the same for one question at its frequency.
func (d *Duel) takes(s *Score) int {
	if d.read {
		return s.ExaminedPerDay()
	}
	return s.PagesPerDay()
}

// loses reports whether a design does not store every row.
func (d *Duel) loses(at Side) bool { return d.scores[at][0].loses() }

// costSentence says what both cost. A design that loses rows is never called
// better for it.
func (d *Duel) costSentence() string {
	x, y := d.Total[d.cheap], d.Total[d.cheap.Other()]
	cheap, dear := d.cheap.String(), d.cheap.Other().String()
	switch {
	case x.Pages == y.Pages && x.Examined == y.Examined:
		return "Both designs cost the same for these questions: " + hourly(x.Pages, "request", "requests") + " an hour."
	case d.even && x.Pages == y.Pages:
		return "Both designs cost about the same for these questions: design A examines " + hourly(d.Total[A].Examined, "entity", "entities") +
			" an hour, design B " + Hourly(d.Total[B].Examined) + "."
	case d.even:
		return "Both designs cost about the same for these questions: design A takes " + hourly(d.Total[A].Pages, "request", "requests") +
			" an hour, design B " + Hourly(d.Total[B].Pages) + "."
	}
	figures := "takes " + hourly(x.Pages, "request", "requests") + " an hour, design " + dear + " " + Hourly(y.Pages) + "."
	if d.read {
		figures = "examines " + hourly(x.Examined, "entity", "entities") + " an hour, design " + dear + " " + Hourly(y.Examined) + "."
	}
	switch {
	case d.loses(d.cheap) && d.loses(d.cheap.Other()):
		return "Design " + cheap + " " + figures + " Neither is better, because both lose rows."
	case d.loses(d.cheap):
		return "Design " + cheap + " " + figures + " That is no win: it answers without the rows that it lost."
	}
	return "Design " + cheap + " suits these questions better: it " + figures
}

// gaps are how much more each question takes a day under the dearer design, and
// how much it all comes to where that is more.
func (d *Duel) gaps() (gaps []int, saved int) {
	for i := range d.scores[A] {
		gap := d.takes(&d.scores[d.cheap.Other()][i]) - d.takes(&d.scores[d.cheap][i])
		gaps = append(gaps, gap)
		saved += max(gap, 0)
	}
	return gaps, saved
}

// decider names the question that makes most of the difference, how often it is
// asked, and its share.
func (d *Duel) decider() string {
	gaps, saved := d.gaps()
	if d.even || saved == 0 {
		return ""
	}
	most := 0
	for i := range gaps {
		if gaps[i] > gaps[most] {
			most = i
		}
	}
	q := &d.scores[A][most]
	if d.loses(d.cheap) {
		return "“" + q.Title + "”, asked " + q.Often() + ", accounts for " + share(gaps[most], saved) + " of that gap."
	}
	return "“" + q.Title + "” decides it: asked " + q.Often() + ", it accounts for " + share(gaps[most], saved) + " of what design " +
		d.cheap.String() + " saves."
}

// share is a part of a whole in percent, and all only if it is all.
func share(part, whole int) string {
	switch percent := (100*part + whole/2) / whole; {
	case part == whole:
		return "all"
	case percent == 0:
		return "under 1%"
	case percent == 100:
		return "over 99%"
	default:
		return strconv.Itoa(percent) + "%"
	}
}

// price names the question for which the cheaper design costs the most more,
// and how much of the saving that takes back. Where each question takes as many
// requests, it is the one for which the cheaper design examines the most more.
func (d *Duel) price() string {
	gaps, saved := d.gaps()
	least := lowest(gaps)
	if d.even || saved == 0 {
		return ""
	}
	text := ""
	if gaps[least] < 0 {
		text = " Asked " + d.scores[A][least].Often() + ", that gives back " + share(-gaps[least], saved) + " of it."
	} else if least = d.mostExamined(); least < 0 {
		return ""
	}
	x, y := &d.scores[d.cheap][least], &d.scores[d.cheap.Other()][least]
	takes := "takes " + words.Count(x.Cost.Pages, "request", "requests") + " under design " + d.cheap.String() + " and " +
		words.Number(y.Cost.Pages)
	if d.read || text == "" {
		takes = "examines " + words.Count(x.Cost.Examined, "entity", "entities") + " under design " + d.cheap.String() + " and " +
			words.Number(y.Cost.Examined)
	}
	return "The price is “" + x.Title + "”: it " + takes + " under design " + d.cheap.Other().String() + "." + text
}

// mostExamined is the question for which the cheaper design examines the most
// more in a day, or -1 when there is none to speak of.
func (d *Duel) mostExamined() int {
	var gaps []int
	for i := range d.scores[A] {
		x, y := d.scores[d.cheap][i].ExaminedPerDay(), d.scores[d.cheap.Other()][i].ExaminedPerDay()
		if near(x, y) {
			y = x
		}
		gaps = append(gaps, y-x)
	}
	if least := lowest(gaps); gaps[least] < 0 {
		return least
	}
	return -1
}

// lowest is the place of the least number.
func lowest(numbers []int) int {
	least := 0
	for i := range numbers {
		if numbers[i] < numbers[least] {
			least = i
		}
	}
	return least
}

// dearer says when the design with fewer requests examines more.
func (d *Duel) dearer() string {
	x, y := d.Total[d.cheap], d.Total[d.cheap.Other()]
	if d.read || x.Examined <= y.Examined || near(x.Examined, y.Examined) {
		return ""
	}
	return "Fewer requests do not mean less work here: design " + d.cheap.String() + " examines " + hourly(x.Examined, "entity", "entities") +
		" an hour, design " + d.cheap.Other().String() + " " + Hourly(y.Examined) + "."
}

// rowsSentence says whether both designs return the same rows.
func (d *Duel) rowsSentence() string {
	differ, ties, first, widest := 0, 0, "", 0
	for i := range d.scores[A] {
		a, b := &d.scores[A][i], &d.scores[B][i]
		c := contrastOf(a, b)
		if c.tied() {
			ties++
		}
		if n := c.lostA.Sum() + c.lostB.Sum(); n > 0 {
			if differ++; n > widest {
				widest, first = n, "“"+a.Title+"”: "+Lowered(c.sentence(a, b))
			}
		}
	}
	switch {
	case differ == 1:
		return "One question does not return the same rows, " + first
	case differ > 1:
		return words.Number(differ) + " questions do not return the same rows. The widest gap is in " + first
	case ties > 0:
		return "Both designs return the same rows for every question, up to ties in its order."
	}
	return "Both designs return the same rows for every question."
}

// Held goes on with the transactions, where the designs differ in them.
func (d *Duel) Held() string {
	a, b := d.Total[A], d.Total[B]
	switch {
	case a.Holds == b.Holds && a.Holds < a.Transactions, a.Transactions == 0:
		return ""
	case a.Holds == b.Holds && a.Transactions == 1:
		return "Both can hold the transaction."
	case a.Holds == b.Holds:
		return "Both can hold every transaction."
	}
	holds := A
	if b.Holds > a.Holds {
		holds = B
	}
	more, fewer, other := d.Total[holds], d.Total[holds.Other()], holds.Other().String()
	text := "design " + holds.String() + " can hold " + words.Number(more.Holds) + " of " + words.Count(more.Transactions, "transaction",
		"transactions") + ", design " + other + " " + words.Number(fewer.Holds) + "."
	if more.Transactions == 1 {
		text = "design " + holds.String() + " can hold the transaction, design " + other + " cannot."
	}
	if holds != d.cheap && !d.even {
		return "But " + text + " You decide what matters more."
	}
	return "D" + text[1:]
}
