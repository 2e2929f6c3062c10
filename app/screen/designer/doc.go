// Package designer is the screen on which keys are defined over data and queried.
//
// It draws what design.Playground holds and turns events into its gestures; it
// decides nothing about keys, plans or data. A Page puts the parts together, tells
// when each is drawn, and lets the playground work in slices between. Each part is a
// type with a state of its own over a desk.Desk; the wizard, the console, the
// questions and what comes in have rooms below this one. What always holds: the page renders
// whole outside a browser, and the reader's data live in the playground, so that
// no fault and no navigation loses them.
package designer
