package oplog

import (
	"io"
	"os"
)

// exchange gives a file, whose end is at size, the name of the log, in place of
// the one that has it. It returns the file that has the name afterwards and
// whether that is the new one; no file at all when it cannot be opened again.
// Nothing is written meanwhile.
func (l *Log) exchange(file *os.File, to File, size int64) (named File, took bool, err error) {
	if l.apart {
		return l.exchangeClosed(file, size)
	}
	if err := os.Rename(file.Name(), l.name); err != nil {
		return l.file, false, err
	}
	l.file.Close() // its lock goes with it; that of the new one is held
	return to, true, nil
}

// exchangeClosed is exchange where a file that is open can neither be renamed nor
// be replaced. No lock is held for a moment: a file that another process took or
// changed in it is not opened again.
func (l *Log) exchangeClosed(file *os.File, size int64) (named File, took bool, err error) {
	file.Close()
	l.file.Close()
	failed := l.hasSize(l.size)
	if failed == nil {
		failed = os.Rename(file.Name(), l.name)
	}
	if failed != nil {
		size = l.size
	}
	if named, err = l.reopen(size); err != nil {
		return nil, false, err
	}
	return named, failed == nil, failed
}

// hasSize is an error when the file that has the name of the log has another size.
func (l *Log) hasSize(size int64) error {
	info, err := os.Stat(l.name)
	if err == nil && info.Size() != size {
		err = errTaken
	}
	return err
}

// reopen opens the file that has the name of the log, if it ends at size and no
// other process has it.
func (l *Log) reopen(size int64) (File, error) {
	file, err := os.OpenFile(l.name, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if lock(file) != nil || !named(l.name, file) {
		err = errTaken
	} else if err = l.hasSize(size); err == nil {
		_, err = file.Seek(size, io.SeekStart)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return l.wrapped(file), nil
}
