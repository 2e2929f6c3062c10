// Package model holds what follows from the work: the rows that were read, the
// keys and the table that a design makes of them, and what a query reads there.
//
// Incoming reads data sets, Rows is the present one, Builder builds its table and
// Asking runs the query. Work that grows with the data is done in small steps.
// It knows nothing of scores, consoles and pages.
package model
