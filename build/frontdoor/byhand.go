package frontdoor

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/sim/keyed"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// deed does something to the model by hand.
func (d *Door) deed(what func(m *keyed.Service)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.advance()
	what(d.model)
	d.sleep()
}

// Split splits the range that holds a key, there, if nothing else happens to it.
func (d *Door) Split(k keyed.Key) { d.deed(func(m *keyed.Service) { m.SplitAt(k) }) }

// Move takes the range that holds a key to a server.
func (d *Door) Move(k keyed.Key, server int32) error {
	return d.withServer(server, func(m *keyed.Service) { m.MoveRange(k, server) })
}

// Fail lets a server fail. The last one stays.
func (d *Door) Fail(server int32) error {
	return d.withServer(server, func(m *keyed.Service) { m.KillServer(server) })
}

// Revive brings back a server that has failed.
func (d *Door) Revive(server int32) error {
	return d.withServer(server, func(m *keyed.Service) { m.ReviveServer(server) })
}

// Forget says that a table was deleted.
func (d *Door) Forget(table string) { d.deed(func(m *keyed.Service) { m.Forget(table) }) }

// Servers is how many servers the model has.
func (d *Door) Servers() int { return d.setting.Params.Servers }

func (d *Door) withServer(server int32, what func(m *keyed.Service)) error {
	if n := d.setting.Params.Servers; server < 0 || int(server) >= n {
		return fmt.Errorf("there are %d servers, numbered from 0", n)
	}
	d.deed(what)
	return nil
}

// Boundary returns the first PartitionKey of the range after the one that holds a
// key, in the same table, and whether there is one.
func (d *Door) Boundary(k keyed.Key) (next string, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.advance()
	return d.model.Boundary(k)
}

// SameRange reports whether one range holds two keys.
func (d *Door) SameRange(a, b keyed.Key) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.model.SameRange(a, b)
}

// Notes returns what the model has done since it was last asked, as far as there is
// room to remember it.
func (d *Door) Notes() (out []keyed.Note) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.advance()
	out, d.notes = d.notes, nil
	return out
}

// View is the model at a moment, and what it did since it was last looked at.
type View struct {
	Quick  bool
	Params service.Params
	Ranges []keyed.Range
	Worked []int64 // microseconds of the cores of each server
	Notes  []keyed.Note
}

// Look returns the model as it is now.
func (d *Door) Look() View {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.advance()
	v := View{Quick: d.setting.Quick, Params: d.model.Params(), Ranges: d.model.Ranges(), Worked: d.model.Worked(), Notes: d.notes}
	d.notes = nil
	return v
}
