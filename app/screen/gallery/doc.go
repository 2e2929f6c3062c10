// Package gallery collects what the participants of a task handed in, does each of
// it again and shows them beside each other.
//
// A reader meets State first: Add takes lines, Step does the next piece of the
// work, Entries are what came of it. What always holds: every figure comes from
// doing a result again here; a line that is refused changes nothing that is there;
// only one result is done at a time, because they share their rows.
//
// Left out: how rows are fetched, files, the camera and drawing, which belong to
// the page.
package gallery
