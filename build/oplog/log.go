// Package oplog keeps the requests that changed an account in a file, so that
// the account can be made again by doing them again.
//
// Read Open and Log first, then Record, which is one request with the time at
// which it was done.
//
// What always holds: records stand in the file in the order in which they were
// appended; a record for which Wait has returned without an error is on the
// disk; a process that is stopped at any byte loses at most records for which
// Wait had not returned; one process at a time has the file.
//
// Left out: making a log shorter. It grows with every change, and reading it
// takes as long as doing the changes did.
package oplog

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
)

// Log is an open file of records. Its methods may be called at once from many
// goroutines.
type Log struct {
	file *os.File

	mu       sync.Mutex
	turn     sync.Cond // a write to the file has ended
	pending  []byte    // appended, not yet written
	spare    []byte    // memory of the last write, to be used again
	appended uint64    // records since Open
	synced   uint64    // of them on the disk
	writing  bool
	failed   error // no record is taken any more
}

// Tail is what Open cut from the end of a file: a record that was being
// written when the process stopped.
type Tail struct {
	Offset int64 // where the file ends now
	Bytes  int64 // how many were cut, 0 for none
}

// Open opens a log, or makes an empty one, and calls replay for each record in
// order. An incomplete or damaged end of the file is cut, and told in Tail. An
// error of replay, a file that is no log, damage before other records, or a
// log that another process has open, end it and leave the file as it was.
func Open(name string, replay func(Record) error) (*Log, Tail, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, Tail{}, err
	}
	tail, err := prepare(file, replay)
	if err != nil {
		file.Close()
		return nil, tail, fmt.Errorf("%s: %w", name, err)
	}
	l := &Log{file: file}
	l.turn.L = &l.mu
	return l, tail, nil
}

func prepare(file *os.File, replay func(Record) error) (Tail, error) {
	if err := lock(file); err != nil {
		return Tail{}, errors.New("another process has this log open")
	}
	tail, err := read(file, replay)
	if err != nil {
		return tail, err
	}
	if tail.Offset == 0 { // new, or stopped before its first line was whole
		if err := begin(file); err != nil {
			return tail, err
		}
		tail.Offset = int64(len(magic))
	} else if tail.Bytes > 0 {
		if err := cut(file, tail.Offset); err != nil {
			return tail, err
		}
	}
	_, err = file.Seek(tail.Offset, io.SeekStart)
	return tail, err
}

// begin writes the first line of a log.
func begin(file *os.File) error {
	if err := file.Truncate(0); err != nil {
		return err
	}
	if _, err := file.WriteAt([]byte(magic), 0); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return syncFolder(file.Name())
}

func cut(file *os.File, end int64) error {
	if err := file.Truncate(end); err != nil {
		return err
	}
	return file.Sync()
}

// Append puts a record behind those before it and returns its number, with
// which to Wait. It does not touch the disk.
func (l *Log) Append(r Record) (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed != nil {
		return 0, l.failed
	}
	var err error
	if l.pending, err = appendRecord(l.pending, r); err != nil {
		return 0, err
	}
	l.appended++
	return l.appended, nil
}

// Wait returns once the record with the given number is on the disk. Whoever
// comes first writes for all who came meanwhile, so that many writers share
// one fsync. After an error nothing more is appended: what the file then holds
// is told by the next Open.
func (l *Log) Wait(number uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.synced < number {
		switch {
		case l.failed != nil:
			return l.failed
		case l.writing:
			l.turn.Wait()
		default:
			l.flush()
		}
	}
	return nil
}

// flush writes what is pending. The lock is held, except while the disk works.
func (l *Log) flush() {
	batch, upTo := l.pending, l.appended
	l.pending, l.writing = l.spare[:0], true
	l.mu.Unlock()
	_, err := l.file.Write(batch)
	if err == nil {
		err = l.file.Sync()
	}
	l.mu.Lock()
	if cap(batch) > keepBytes {
		batch = nil
	}
	l.writing, l.spare = false, batch
	if err != nil {
		l.failed = fmt.Errorf("the log cannot be written: %w", err)
	} else {
		l.synced = upTo
	}
	l.turn.Broadcast()
}

// keepBytes is the most memory that is kept for the next write.
const keepBytes = 1 << 20

// Close writes what is pending and closes the file. No record is taken any
// more.
func (l *Log) Close() error {
	l.mu.Lock()
	number := l.appended
	l.mu.Unlock()
	err := l.Wait(number)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil {
		l.failed = errors.New("the log is closed")
	}
	return errors.Join(err, l.file.Close())
}
