// Package console draws the console over the table: a field for commands with its
// completions, their log, and a drawer that shows what goes over the wire. The log
// is kept by design.Workbench; a Part keeps what is typed and open.
package console
