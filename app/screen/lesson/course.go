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

// spot is where a lesson stands on the map.
type spot struct{ x, y int }

// spots places the lessons: a row for each track, in the order of the numbers.
func (c course) spots() map[string]spot {
	at, track, row, column := map[string]spot{}, "", -1, 0
	for _, e := range c.list {
		if e.Track != track {
			track, row, column = e.Track, row+1, 0
		}
		at[e.ID] = spot{mapLeft + column*mapColumn, mapTop + row*mapRow}
		column++
	}
	return at
}
