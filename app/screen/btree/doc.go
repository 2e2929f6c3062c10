// Package btree is the screen that shows the reader's table as a B-tree: a
// lookup, a range and an insert, node by node.
//
// What it shows is design.Index, which belongs to the table; Page draws it.
package btree
