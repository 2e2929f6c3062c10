package oplog

import (
	"errors"
	"fmt"
	"io"
	"os"
)

var (
	errClosed = errors.New("the log is closed")
	errTaken  = errors.New("another process has this log open")
)

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
	return OpenWith(name, replay, nil)
}

// OpenWith is Open for a test that puts a file of its own before each that is
// written.
func OpenWith(name string, replay func(Record) error, wrap func(File) File) (*Log, Tail, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, Tail{}, err
	}
	tail, err := prepare(name, file, replay)
	if err != nil {
		file.Close()
		return nil, tail, fmt.Errorf("%s: %w", name, err)
	}
	l := &Log{name: name, wrap: wrap, apart: renamesClosed, size: tail.Offset}
	l.turn.L = &l.mu
	l.file = l.wrapped(file)
	return l, tail, nil
}

// wrapped is a file with what a test puts before it.
func (l *Log) wrapped(file *os.File) File {
	if l.wrap == nil {
		return file
	}
	return l.wrap(file)
}

func prepare(name string, file *os.File, replay func(Record) error) (Tail, error) {
	if lock(file) != nil || !named(name, file) {
		return Tail{}, errTaken
	}
	info, err := file.Stat()
	if err != nil {
		return Tail{}, err
	}
	tail, err := read(file, info.Size(), replay)
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

// named reports whether a file still is the one of that name. Compact puts
// another in its place, whose lock is held from before.
func named(name string, file *os.File) bool {
	there, err := os.Stat(name)
	if err != nil {
		return false
	}
	ours, err := file.Stat()
	return err == nil && os.SameFile(there, ours)
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

func cut(file File, end int64) error {
	if err := file.Truncate(end); err != nil {
		return err
	}
	return file.Sync()
}
