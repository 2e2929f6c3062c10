// Package simulator is the screen on which a table is put under load: its runs,
// their journal and verdicts, and the map of key ranges over time.
//
// State is what it shows and what a gesture does, Run one design under load; Page
// draws them. LoadDuel is the comparison that the site opens with.
package simulator
