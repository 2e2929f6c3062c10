package lesson

import (
	"strconv"

	"github.com/keyrange/keyrange/lessons/content"
)

// How far a reader is with a lesson.
const (
	unbegun = iota
	begun
	complete
)

// reachedIn tells how far a book is with a lesson.
func reachedIn(book Book, e content.Entry) int {
	solved, seen := book[e.ID].Count()
	switch {
	case solved == e.Tasks:
		return complete
	case solved+seen > 0:
		return begun
	}
	return unbegun
}

// course is the catalogue with what was reached of it.
type course struct {
	book Book
	list []content.Entry
	last string // ID of the lesson that was opened last
}

// entry returns a lesson of the catalogue.
func (c course) entry(id string) (e content.Entry, ok bool) {
	for _, e := range c.list {
		if e.ID == id {
			return e, true
		}
	}
	return e, false
}

// left counts the minutes of lessons that are not complete, and those lessons.
func (c course) left(list []content.Entry) (minutes, lessons int) {
	for _, e := range list {
		if reachedIn(c.book, e) != complete {
			minutes += e.Minutes
			lessons++
		}
	}
	return minutes, lessons
}

// along returns the lessons of a path.
func (c course) along(path content.Path) []content.Entry {
	var list []content.Entry
	for _, id := range path.Lessons {
		if e, ok := c.entry(id); ok {
			list = append(list, e)
		}
	}
	return list
}

// next is the lesson to go on with: the one that was opened last unless it is
// complete, else the first that is not. ok is false where all are complete.
func (c course) next() (e content.Entry, ok bool) {
	if e, ok := c.entry(c.last); ok && reachedIn(c.book, e) != complete {
		return e, true
	}
	for _, e := range c.list {
		if reachedIn(c.book, e) != complete {
			return e, true
		}
	}
	return e, false
}

// hours is a time in minutes as a sentence has it.
func hours(minutes int) string {
	if minutes < 60 {
		return strconv.Itoa(minutes) + " min"
	}
	if minutes%60 == 0 {
		return strconv.Itoa(minutes/60) + " h"
	}
	return strconv.Itoa(minutes/60) + " h " + strconv.Itoa(minutes%60) + " min"
}

// Sizes of the map, in units of its drawing.
const (
	mapColumn = 112
	mapLane   = 50
	mapGap    = 44 // above the lanes of a track
	mapLeft   = 40
	mapRound  = 18
)

// spot is where a lesson stands on the map.
type spot struct{ x, y int }

// spots places the lessons: lanes for each track, below those of the one before, and
// every lesson to the right of those that it builds on.
func (c course) spots() map[string]spot {
	at, depth := map[string]spot{}, map[string]int{}
	track, top, lanes := "", 0, 0
	taken := map[int]int{} // lanes of the track by column
	for _, e := range c.list {
		if e.Track != track {
			top += mapGap + lanes*mapLane
			track, lanes = e.Track, 0
			clear(taken)
		}
		for _, id := range e.Needs {
			depth[e.ID] = max(depth[e.ID], depth[id]+1)
		}
		column := depth[e.ID]
		at[e.ID] = spot{mapLeft + column*mapColumn, top + taken[column]*mapLane + mapRound}
		taken[column]++
		lanes = max(lanes, taken[column])
	}
	return at
}
