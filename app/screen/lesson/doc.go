// Package lesson is the list of lessons, the page of one lesson with its guide,
// stage and workbench, and the glossary and search beside them.
//
// State is what a lesson shows and what a gesture on it does; Page draws it, List
// the catalogue. Lessons themselves belong to the package lessons.
package lesson
