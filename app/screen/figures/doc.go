// Package figures is the screen of the published measurements, run again on the
// simulator.
package figures
