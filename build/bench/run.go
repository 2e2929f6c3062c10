package bench

import (
	"fmt"

	"github.com/keyrange/keyrange/engine/filter"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/table"
)

// written is when all writes happen.
const written = table.Ticks(firstTicks)

// Tally is what a job gives back: how many entities it saw and a sum over two
// properties of each, a number and a text, which must really be read.
type Tally struct {
	Rows int
	Sum  int64
}

// Add counts one entity.
func (t *Tally) Add(count int64, name string) {
	t.Rows++
	t.Sum += count + int64(len(name)) + int64(name[len(name)-1])
}

// Run is one table and the jobs on it. Jobs that read take the rows in place.
type Run struct {
	work  *Workload
	table *table.Table
	count *table.Column
	name  *table.Column
}

// NewRun returns a run with an empty table.
func NewRun(w *Workload) *Run {
	return &Run{w, table.New("Readings"), table.NewColumn("Count"), table.NewColumn("Name")}
}

func (r *Run) add(to *Tally, row table.Row) {
	to.Add(r.count.Of(row).Int(), r.name.Of(row).Str())
}

// Load stores entities that ascend, in one call.
func (r *Run) Load(sorted []table.Entity) error { return r.table.Load(sorted, written) }

// LoadAsRead loads everything as a file would be read: a thousand entities
// made and loaded at a time, so that nothing else is kept.
func (r *Run) LoadAsRead() error {
	for i := 0; i < Entities; i += PageRows {
		if err := r.Load(r.work.Sorted(i, i+PageRows)); err != nil {
			return err
		}
	}
	return nil
}

// Insert stores entities one by one, in any order.
func (r *Run) Insert(arrivals []table.Entity) error {
	for _, e := range arrivals {
		if _, err := r.table.Insert(e, written); err != nil {
			return err
		}
	}
	return nil
}

// Get reads n entities by their keys.
func (r *Run) Get(n int) (t Tally, err error) {
	s := r.table.Snapshot()
	for _, i := range r.work.Gets[:n] {
		row, ok := s.Get(r.work.Key(i))
		if !ok {
			return t, fmt.Errorf("no entity %v", r.work.Key(i))
		}
		r.add(&t, row)
	}
	return t, nil
}

// Range reads n row ranges.
func (r *Run) Range(n int) (t Tally, err error) {
	s := r.table.Snapshot()
	for _, k := range r.work.Ranges[:n] {
		s.Runs(table.Key{PartitionKey: k.PartitionKey, RowKey: k.Low}, func(run table.Run) bool {
			if run.Row(0).PartitionKey() != k.PartitionKey {
				return false
			}
			for i := range run.Len() {
				row := run.Row(i)
				if table.CompareUTF16(row.RowKey(), k.High) >= 0 {
					return false
				}
				r.add(&t, row)
			}
			return true
		})
	}
	return t, nil
}

// text returns the condition as a $filter.
func (c Condition) text() string {
	return fmt.Sprintf("Count ge %d and Rating lt %s", c.Count, table.FormatDouble(c.Rating))
}

// Scan reads the whole table n times, each time with a filter.
func (r *Run) Scan(n int) (t Tally, err error) {
	s := r.table.Snapshot()
	for _, c := range r.work.Conditions[:n] {
		e, err := filter.Parse(c.text())
		if err != nil {
			return t, err
		}
		match := filter.Compile(e)
		var found []table.Row
		s.Runs(table.Key{}, func(run table.Run) bool {
			found = match.Select(found[:0], run)
			for _, row := range found {
				r.add(&t, row)
			}
			return true
		})
	}
	return t, nil
}

// Page reads everything by pages of pageRows, from bookmark to bookmark.
func (r *Run) Page(pageRows int) (t Tally, err error) {
	s := r.table.Snapshot()
	request, limits := query.Request{Top: query.NoTop}, query.Limits{PageSize: pageRows}
	plan, err := request.Plan()
	for err == nil {
		var page query.Page
		if page, err = query.Run(s, plan, request, limits); err != nil {
			break
		}
		for _, row := range page.Rows {
			r.add(&t, row)
		}
		if page.Next == nil {
			break
		}
		request.Token = page.Next
	}
	return t, err
}

// Update reads n entities, beginning with the from-th of the sequence, which
// repeats, and merges a changed Count into each under the
// condition that its version is still the one read; every StaleEvery-th condition
// is outdated. Rows counts what was written, Sum what was refused.
func (r *Run) Update(from, n int) (t Tally, err error) {
	change := []table.Property{{Name: "Count"}}
	for i := from; i < from+n; i++ {
		k := r.work.Key(r.work.Updates[i%Updates])
		refused, err := r.update(k, i%StaleEvery == StaleEvery-1, change)
		if err != nil {
			return t, err
		}
		if refused {
			t.Sum++
		} else {
			t.Rows++
		}
	}
	return t, nil
}

func (r *Run) update(k table.Key, stale bool, change []table.Property) (refused bool, err error) {
	row, ok := r.table.Row(k)
	if !ok {
		return false, fmt.Errorf("no entity %v", k)
	}
	version := row.Timestamp()
	if stale {
		version--
	}
	change[0].Value = table.Int32Value(int32(r.count.Of(row).Int()) + 1)
	_, err = r.table.MergeVersion(table.Entity{Key: k, Properties: change}, version, written)
	if failed, ok := err.(*table.Error); ok && failed.Code == table.UpdateConditionNotSatisfied && stale {
		return true, nil
	}
	return false, err
}
