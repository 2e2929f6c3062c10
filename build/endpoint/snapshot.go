package endpoint

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// maxSnapshots is how many are kept at a time. One costs what was changed since.
const maxSnapshots = 64

// taken is the account at one moment.
type taken struct {
	tables *table.AccountSnapshot
	access access.Snapshot
}

func (h *held) take() taken { return taken{h.tables.Snapshot(), h.access.Snapshot()} }

func (h *held) restore(t taken) {
	h.tables.Restore(t.tables)
	h.access.Restore(t.access)
}

// TakeSnapshot keeps the account as it is under a name, in memory, in place of one
// that has the name. With a log all that it holds is on the disk by then.
func (e *Endpoint) TakeSnapshot(name string) error {
	if name == "" {
		return fmt.Errorf("a snapshot needs a name")
	}
	t, settled, err := takeNow(e)
	if err != nil {
		return err
	}
	if !settled() {
		return fmt.Errorf("the disk failed while the snapshot was taken: take it again")
	}
	return putSnapshot(e, name, t)
}

// takeNow takes the account and returns how to wait until what it holds is on the
// disk: a change in it may still fail and be undone.
func takeNow(e *Endpoint) (t taken, settled func() bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.log == nil {
		return e.held.take(), always, nil
	}
	e.rewind()
	if e.lost != nil {
		return t, nil, fmt.Errorf("the log cannot be read: there is nothing to take")
	}
	seen := e.rewound
	return e.held.take(), func() bool { return e.log.Settle(seen) || e.rewindNow() }, nil
}

// putSnapshot keeps what was taken under a name, if there is room.
func putSnapshot(e *Endpoint, name string, t taken) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, there := e.snapshots[name]; !there && len(e.snapshots) == maxSnapshots {
		return fmt.Errorf("there are %d snapshots: forget one", maxSnapshots)
	}
	if e.snapshots == nil {
		e.snapshots = map[string]taken{}
	}
	e.snapshots[name] = t
	return nil
}

// ForgetSnapshot drops a snapshot, if there is one of that name.
func (e *Endpoint) ForgetSnapshot(name string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.snapshots, name)
}

// Restore makes the account what it was when a snapshot was taken. With a log it
// is so on the disk by then too, or nothing is changed.
func (e *Endpoint) Restore(name string) error {
	e.compacting.Lock()
	defer e.compacting.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	t, ok := e.snapshots[name]
	if !ok {
		return fmt.Errorf("there is no snapshot %q", name)
	}
	e.held.restore(t)
	return e.keep()
}
