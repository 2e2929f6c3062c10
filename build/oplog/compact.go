package oplog

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// Mark is a place in a log, after all records that were appended before it.
type Mark struct {
	at       int64
	failures uint64
}

// Mark returns the place after the last record that was appended.
func (l *Log) Mark() Mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := Mark{l.size, l.failures}
	for _, g := range []*Group{l.flying, l.open} {
		if g != nil {
			m.at += int64(len(g.records))
		}
	}
	return m
}

// Size returns how many bytes of the file are on the disk.
func (l *Log) Size() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.size
}

var errMoved = errors.New("the log failed meanwhile")

// compactSuffix follows the name of a log in that of the file that is to take
// its place.
const compactSuffix = ".compact"

// Compact puts the records that write gives in place of all before the mark; they
// must do the same. Records are appended meanwhile as ever. It returns how many
// bytes the file has up to the end of the new records. After an error the log is
// as it was.
func (l *Log) Compact(m Mark, write func(put func(Record) error) error) (int64, error) {
	name := l.name + compactSuffix
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return 0, fmt.Errorf("the log cannot be made shorter: %w", err)
	}
	size, err := l.writeShort(file, write)
	if err == nil {
		err = l.replace(file, m, size)
	}
	if err != nil {
		file.Close()
		os.Remove(name)
		return 0, fmt.Errorf("the log cannot be made shorter: %w", err)
	}
	return size, nil
}

// writeShort writes the first line and the records of a shorter log.
func (l *Log) writeShort(file *os.File, write func(put func(Record) error) error) (size int64, err error) {
	if err := lock(file); err != nil {
		return 0, errTaken
	}
	to := l.wrapped(file)
	out := bufio.NewWriterSize(to, 1<<18)
	out.WriteString(magic)
	size = int64(len(magic))
	var framed []byte
	err = write(func(r Record) error {
		if framed, err = appendRecord(framed[:0], r); err != nil {
			return err
		}
		size += int64(len(framed))
		_, err = out.Write(framed)
		return err
	})
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = to.Sync() // most of it, while records may still be appended
	}
	return size, err
}

// replace copies what came after the mark to a shorter log and puts that one in
// the place of the log. What is appended meanwhile waits to be written.
func (l *Log) replace(file *os.File, m Mark, size int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.writing || l.size < m.at && l.failures == m.failures { // what was appended before the mark is not to come after it
		if l.writing {
			l.turn.Wait()
		} else {
			l.flush()
		}
	}
	if l.failed != nil || l.failures != m.failures {
		return errMoved
	}
	old, end := l.file, l.size
	l.writing = true
	l.mu.Unlock()
	to, copied, err := l.follow(file, io.NewSectionReader(old, m.at, end-m.at))
	named, took := old, false
	if err == nil {
		named, took, err = l.exchange(file, to, size+copied)
	}
	l.mu.Lock()
	l.writing = false
	l.turn.Broadcast()
	if named == nil {
		l.refuse(err)
		return err
	}
	if l.file = named; !took {
		return err
	}
	l.size = size + copied
	if err := syncFolder(l.name); err != nil {
		l.renamed = true
		l.refuse(err)
	}
	return nil
}

// refuse makes the log take no record until it is mended.
func (l *Log) refuse(err error) {
	l.failed = fmt.Errorf("the log cannot be written: %w", err)
	l.failures++
}

// follow appends the rest of a log to a shorter one.
func (l *Log) follow(file *os.File, rest io.Reader) (to File, copied int64, err error) {
	to = l.wrapped(file)
	if copied, err = io.Copy(to, rest); err == nil {
		err = to.Sync()
	}
	return to, copied, err
}
