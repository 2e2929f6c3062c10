// Package paper is the part of the designer that shows the design review, takes
// what its author says to it, and hands it out as a file, a text or a print.
//
// Part is met first. What stands in a review, and every figure, comes from
// package review.
package paper
