// Package wizard draws the nine steps that lead to keys. What each step answers is
// kept by design.Guide; a Part only draws it and hands on what is chosen.
package wizard
