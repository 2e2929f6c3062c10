// Package simulator is the screen on which a table is put under load: Page draws
// its runs, their verdicts and the map of key ranges over time, which package runs
// holds.
package simulator
