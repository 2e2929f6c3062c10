package oplog

import (
	"os"
	"testing"
)

// Files are renamed while they are open, or closed for it, as on Windows: both
// ways lead to the same log.
func TestCompact(t *testing.T) {
	t.Run("open files", func(t *testing.T) {
		if renamesClosed {
			t.Skip("this system renames no file that is open")
		}
		compacted(t, false)
	})
	t.Run("closed files", func(t *testing.T) { compacted(t, true) })
}

// A log that is made shorter has what write gives, and behind that what came after
// the mark, on the disk by then or not. Appending goes on while it is made.
func compacted(t *testing.T, apart bool) {
	name := write(t, 3)
	l, _, _ := open(t, name)
	l.apart = apart
	must(t, l, 3, false) // before the mark, and not on the disk
	mark := l.Mark()
	size, err := l.Compact(mark, func(put func(Record) error) error {
		must(t, l, 4, false)
		return put(Record{At: 7, Block: []byte("all before the mark")})
	})
	if err != nil {
		t.Fatal(err)
	}
	must(t, l, 5, true)
	if want := l.Size(); size >= want {
		t.Errorf("the new records end at %d of %d bytes", size, want)
	}
	if _, _, err := Open(name, nil); err == nil {
		t.Error("the new file has no lock")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, tail, found := open(t, name)
	defer l.Close()
	if len(found) != 3 || string(found[0].Block) != "all before the mark" || found[1].Request.URL != "/acct/T4" || found[2].Request.URL != "/acct/T5" {
		t.Errorf("got %+v, a tail of %d bytes", found, tail.Bytes)
	}
}

// must appends a record, and waits until it is on the disk if wanted.
func must(t *testing.T, l *Log, i int, wait bool) {
	t.Helper()
	g, err := l.Append(record(i))
	if err == nil && wait {
		err = l.Wait(g)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// closing is a file with which something happens right after it was closed.
type closing struct {
	File
	then func()
}

func (c closing) Close() error {
	err := c.File.Close()
	if c.then != nil {
		c.then()
	}
	return err
}

// closedFor opens a log of three records whose files are closed to be renamed, and
// makes it shorter. then is done in the moment in which nobody has a file open.
func closedFor(t *testing.T, then func(t *testing.T, name string)) (*Log, string, error) {
	t.Helper()
	name := write(t, 3)
	var armed func()
	l, _, err := OpenWith(name, func(Record) error { return nil }, func(f File) File {
		return closing{f, func() {
			if armed != nil {
				armed()
				armed = nil
			}
		}}
	})
	if err != nil {
		t.Fatal(err)
	}
	l.apart, armed = true, func() { then(t, name) }
	_, err = l.Compact(l.Mark(), func(put func(Record) error) error { return put(Record{At: 7, Block: []byte("short")}) })
	return l, name, err
}

// A shorter log that cannot be given its name leaves the long one as it was, and
// that goes on.
func TestRenameOfClosedFilesFails(t *testing.T) {
	l, name, err := closedFor(t, func(t *testing.T, name string) {
		if err := os.Remove(name + compactSuffix); err != nil {
			t.Error(err)
		}
	})
	if err == nil {
		t.Error("got no error")
	}
	must(t, l, 3, true)
	if _, _, err := Open(name, nil); err == nil {
		t.Error("the file has no lock")
	}
	l.Close()
	again, tail, found := open(t, name)
	defer again.Close()
	if len(found) != 4 || tail.Bytes != 0 {
		t.Errorf("got %d records, want 4", len(found))
	}
}

// A file that another process took while it was closed, or wrote to, is left to
// it: the log takes no record.
func TestClosedFilesTaken(t *testing.T) {
	for what, then := range map[string]func(t *testing.T, name string){
		"taken": func(t *testing.T, name string) {
			other, _, _ := open(t, name)
			t.Cleanup(func() { other.Close() })
			os.Remove(name + compactSuffix) // Windows gives the name of an open file to no other
		},
		"written to": func(t *testing.T, name string) {
			other, _, _ := open(t, name)
			must(t, other, 9, true)
			other.Close()
		},
	} {
		t.Run(what, func(t *testing.T) {
			l, _, err := closedFor(t, then)
			if err == nil {
				t.Error("got no error")
			}
			if _, err := l.Append(record(3)); err == nil {
				t.Error("a record is taken")
			}
			if cause, err := l.Rewind(func(Record) error { return nil }); cause == nil || err == nil {
				t.Errorf("got %v and %v, want why it failed and that it cannot be read", cause, err)
			}
		})
	}
}
