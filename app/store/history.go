package store

import "github.com/keyrange/keyrange/engine/table"

// maxVersions bounds the design history; the oldest versions fall off.
const maxVersions = 200

// Version is one state of the design: both templates and the choices made for
// the columns. Versions are values; undo and redo move between them.
type Version struct {
	Label   string // what was done, such as "Fix: clean(Title)"
	Design  Design
	columns []columnChoice
}

// columnChoice is what the user may choose for a column.
type columnChoice struct {
	name string
	kind table.EdmType
}

// startHistory begins a new history at design and builds it.
func (p *Playground) startHistory(d Design) {
	p.history = []Version{{Label: "Import", Design: d, columns: p.columnChoices()}}
	p.now = 0
	p.show(p.history[0])
}

// record adds a version after the present one and drops what was undone.
func (p *Playground) record(label string, d Design) {
	v := Version{Label: label, Design: d, columns: p.columnChoices()}
	p.history = append(p.history[:p.now+1:p.now+1], v)
	if len(p.history) > maxVersions {
		p.history = p.history[len(p.history)-maxVersions:]
	}
	p.now = len(p.history) - 1
	p.show(v)
}

// show puts a version into the editors and starts to build it.
func (p *Playground) show(v Version) {
	p.editing = [2]editor{{text: v.Design.PartitionKey}, {text: v.Design.RowKey}}
	p.startBuild()
	p.changed()
}

// History returns the versions and the place of the present one.
func (p *Playground) History() (versions []Version, now int) { return p.history, p.now }

// CanUndo reports whether there is an earlier version.
func (p *Playground) CanUndo() bool { return p.now > 0 }

// CanRedo reports whether a version was undone.
func (p *Playground) CanRedo() bool { return p.now+1 < len(p.history) }

// Undo goes back to the version before the present one.
func (p *Playground) Undo() { p.Seek(p.now - 1) }

// Redo goes forward again to the version that was undone.
func (p *Playground) Redo() { p.Seek(p.now + 1) }

// Seek makes the version at place i the present one; a place outside the
// history changes nothing.
func (p *Playground) Seek(i int) {
	if i < 0 || i >= len(p.history) {
		return
	}
	p.now = i
	p.restoreColumns(p.history[i].columns)
	p.show(p.history[i])
}

// design returns the present design.
func (p *Playground) design() Design {
	if len(p.history) == 0 {
		return Design{}
	}
	return p.history[p.now].Design
}
