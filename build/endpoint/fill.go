package endpoint

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/table"
)

// Tables returns how many tables there are.
func (e *Endpoint) Tables() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.held.tables.Tables())
}

// Fill makes a table of entities, of which the last with a key counts, and returns
// how many are in it. It is on the disk then. A table of that name that is there
// stays as it is, and the number is -1.
func (e *Endpoint) Fill(name string, entities []table.Entity) (int, error) {
	e.compacting.Lock()
	defer e.compacting.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	now, _ := e.tick()
	if _, err := e.held.tables.Table(name, now); err == nil {
		return -1, nil
	}
	t := table.New(name)
	for i := range entities {
		if _, err := t.InsertOrReplace(entities[i], now); err != nil {
			return 0, fmt.Errorf("entity %d: %w", i+1, err)
		}
	}
	if err := e.held.tables.Adopt(t); err != nil {
		return 0, err
	}
	if err := e.keep(); err != nil {
		return 0, err
	}
	return t.Len(), nil
}

// keep puts the account as it is onto the disk, while nobody changes it: what was
// done to it is in no record. When that fails it is made again of what is there.
// Both locks are held.
func (e *Endpoint) keep() error {
	if e.log == nil {
		return nil
	}
	err := e.compactNow()
	if err == nil {
		return nil
	}
	e.log.Settle(0)
	if _, lost := e.fromDisk(); lost != nil {
		e.lost = lost
	}
	return err
}
