package oplog

import "io"

// Rewind reads the log from its beginning, as far as it is on the disk, and calls
// replay for each record. What else is in the file after a write that failed is
// cut, if the disk lets it; Mend cuts it in any case. It returns why the write
// failed, if one did, and why the log cannot be read. What was appended must have
// come to the disk or failed.
func (l *Log) Rewind(replay func(Record) error) (cause, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.writing {
		l.turn.Wait()
	}
	if l.failed == errClosed {
		return l.failed, nil
	}
	if l.failed != nil {
		_ = l.rest() // the disk is known to fail
	}
	_, err = read(l.file, l.size, replay)
	return l.failed, err
}

// Mend makes a log whose write failed take records again, once as many bytes as
// room can be written.
func (l *Log) Mend(room int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil || l.failed == errClosed {
		return l.failed
	}
	if err := l.rest(); err != nil {
		return err
	}
	if l.renamed {
		if err := syncFolder(l.name); err != nil {
			return err
		}
		l.renamed = false
	}
	_, err := l.file.Write(make([]byte, room))
	if err == nil {
		err = l.file.Sync()
	}
	if cut := l.rest(); err == nil {
		err = cut
	}
	if err == nil {
		l.failed = nil
	}
	return err
}

// rest cuts what is behind the records that are on the disk, and goes on there.
func (l *Log) rest() error {
	if err := cut(l.file, l.size); err != nil {
		return err
	}
	_, err := l.file.Seek(l.size, io.SeekStart)
	return err
}
