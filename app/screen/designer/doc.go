// Package designer is the screen on which keys are defined over data and queried.
//
// It draws what design.Playground holds and turns events into its gestures; it
// decides nothing about keys, plans or data. What always holds: the page renders
// whole outside a browser, and the reader's data live in the playground, so that
// no fault and no navigation loses them.
package designer
