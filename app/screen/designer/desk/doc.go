// Package desk is what the parts of the designer share: a Desk with the playground,
// the tab and the gestures of the page, and what more than one part draws.
//
// What always holds: all parts of a page have equal Desks. The package knows no part.
package desk
