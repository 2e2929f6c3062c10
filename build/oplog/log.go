// Package oplog keeps the requests that changed an account in a file, so that
// the account can be made again by doing them again.
//
// Read Open and Log first, then Record, which is one request with the time at
// which it was done, or a block of an account as it was. Compact makes a log
// shorter: it puts blocks in place of the requests that led to them.
//
// What always holds: records stand in the file in the order in which they were
// appended; a record for which Wait has returned without an error is on the
// disk; a process that is stopped at any byte loses at most records for which
// Wait had not returned; a record for which Wait has returned an error is not
// in the file once Rewind has returned; one process at a time has the file.
package oplog

import (
	"fmt"
	"io"
	"sync"
)

// File is what a log writes to: an *os.File, or in a test one that fails.
type File interface {
	io.Writer
	io.Seeker
	io.ReaderAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// Log is an open file of records. Its methods may be called at once from many
// goroutines.
type Log struct {
	name string
	wrap func(File) File // nil: nothing
	// apart says that a file has to be closed to be renamed or replaced.
	apart bool

	mu       sync.Mutex
	turn     sync.Cond // a write to the file has ended
	file     File
	size     int64 // of the file, as far as it is on the disk
	writing  bool
	flying   *Group // what is being written
	open     *Group // what is appended next goes here; nil: there is nothing yet
	spare    []byte // memory of the last write, to be used again
	failures uint64 // writes that failed
	failed   error  // no record is taken any more
	renamed  bool   // the file has its name, and the disk may not know it
}

// Group is records that are written together: all of them are on the disk, or
// none is in the log.
type Group struct {
	records []byte
	done    bool
	err     error
}

// Append puts a record behind those before it and returns the group for which to
// Wait. It does not touch the disk.
func (l *Log) Append(r Record) (*Group, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed != nil {
		return nil, l.failed
	}
	g := l.open
	if g == nil {
		g = &Group{records: l.spare[:0]}
		l.spare = nil
	}
	var err error
	if g.records, err = appendRecord(g.records, r); err != nil {
		if l.open == nil {
			l.spare = g.records
		}
		return nil, err
	}
	l.open = g
	return g, nil
}

// Failures returns how many times the file could not be written.
func (l *Log) Failures() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.failures
}

// Settle returns once all that was appended is on the disk or failed. It reports
// whether there were as many failures by then as before: if so, whoever saw a
// change in between saw one that lasts.
func (l *Log) Settle(failures uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if g := l.open; g != nil {
		l.wait(g)
	} else if g := l.flying; g != nil {
		l.wait(g)
	}
	return l.failures == failures
}

// Wait returns once the group is on the disk. Whoever comes first writes for all
// who came meanwhile, so that many writers share one fsync. After an error no
// record is taken until Mend.
func (l *Log) Wait(g *Group) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.wait(g)
}

func (l *Log) wait(g *Group) error {
	for !g.done {
		if l.writing {
			l.turn.Wait()
		} else {
			l.flush()
		}
	}
	return g.err
}

// flush writes the open group. The lock is held, except while the disk works.
func (l *Log) flush() {
	g := l.open
	l.open, l.flying, l.writing = nil, g, true
	l.mu.Unlock()
	_, err := l.file.Write(g.records)
	if err == nil {
		err = l.file.Sync()
	}
	l.mu.Lock()
	l.writing, l.flying = false, nil
	if err == nil {
		l.size += int64(len(g.records))
		l.spare = kept(g.records)
		g.end(nil)
	} else {
		l.fail(g, fmt.Errorf("the log cannot be written: %w", err))
	}
	l.turn.Broadcast()
}

// fail ends a group that could not be written, and the one behind it.
func (l *Log) fail(g *Group, err error) {
	l.failed = err
	l.failures++
	g.end(err)
	if l.open != nil {
		l.open.end(err)
		l.open = nil
	}
}

func (g *Group) end(err error) { g.records, g.done, g.err = nil, true, err }

// keepBytes is the most memory that is kept for the next write.
const keepBytes = 1 << 20

func kept(memory []byte) []byte {
	if cap(memory) > keepBytes {
		return nil
	}
	return memory[:0]
}

// Close writes what was appended and closes the file. No record is taken any
// more.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	if g := l.open; g != nil {
		err = l.wait(g)
	}
	for l.writing {
		l.turn.Wait()
	}
	if l.failed == nil {
		l.failed = errClosed
	}
	if closed := l.file.Close(); err == nil {
		err = closed
	}
	return err
}
