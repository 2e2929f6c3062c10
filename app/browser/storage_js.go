package browser

import (
	"syscall/js"
	"time"
)

// The database. Records lie under texts as keys, so that a range of keys is a
// kind of record or all parts of one thing.
const (
	databaseName    = prefix + "work"
	databaseVersion = 1
	recordStore     = "records"
)

// Storage is the place on this device where work is kept.
type Storage struct{ db js.Value }

// OpenStorage opens the storage. why is a plain sentence when the browser
// refuses it; s is nil then.
func OpenStorage(done func(s *Storage, why string)) {
	defer func() {
		if recover() != nil {
			done(nil, storageRefused)
		}
	}()
	factory := global.Get("indexedDB")
	if !factory.Truthy() {
		done(nil, storageRefused)
		return
	}
	request := factory.Call("open", databaseName, databaseVersion)
	once(request, "upgradeneeded", func(js.Value) {
		request.Get("result").Call("createObjectStore", recordStore)
	})
	either(request, func(db js.Value) {
		listen(db, "versionchange", true, func(js.Value) { db.Call("close") }) // a newer version of the site
		done(&Storage{db}, "")
	}, func(why string) {
		if why == "VersionError" {
			why = "A newer version of the site has saved work here. Load the page again to get that version."
		} else {
			why = storageRefused
		}
		done(nil, why)
	})
}

// once listens for one event of a request that is made once.
func once(target js.Value, event string, handle func(js.Value)) {
	var f js.Func
	f = js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.Release()
		handle(args[0])
		return nil
	})
	target.Call("addEventListener", event, f, map[string]any{"once": true})
}

// either waits for a request of the database. why is the name of an error.
func either(request js.Value, ok func(result js.Value), failed func(why string)) {
	var done, fail js.Func
	release := func() {
		done.Release()
		fail.Release()
	}
	done = js.FuncOf(func(js.Value, []js.Value) any {
		release()
		ok(request.Get("result"))
		return nil
	})
	fail = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		args[0].Call("preventDefault")
		failed(errorName(request.Get("error")))
		return nil
	})
	request.Call("addEventListener", "success", done)
	request.Call("addEventListener", "error", fail)
}

func errorName(e js.Value) string {
	if e.Truthy() {
		return e.Get("name").String()
	}
	return "Error"
}

// Write makes all changes or none. why is a plain sentence when it made none.
func (s *Storage) Write(changes []Change, done func(why string)) {
	defer func() {
		if recover() != nil {
			done("The browser has closed the storage. Load the page again to save.")
		}
	}()
	t := s.db.Call("transaction", recordStore, "readwrite")
	records := t.Call("objectStore", recordStore)
	for _, c := range changes {
		switch {
		case c.Blob != nil:
			records.Call("put", c.Blob.value, c.Key)
		case c.Text != "":
			records.Call("put", c.Text, c.Key)
		case c.To != "":
			records.Call("delete", keyRange(c.Key, c.To))
		default:
			records.Call("delete", c.Key)
		}
	}
	finished := false
	end := func(why string) {
		if !finished {
			finished = true
			done(why)
		}
	}
	once(t, "complete", func(js.Value) { end("") })
	once(t, "abort", func(js.Value) {
		if errorName(t.Get("error")) == "QuotaExceededError" {
			end("The browser has no room left to save your work.")
			return
		}
		end("The browser could not save your work.")
	})
	if t.Get("commit").Truthy() {
		t.Call("commit")
	}
}

func keyRange(from, to string) js.Value { return global.Get("IDBKeyRange").Call("bound", from, to) }

// Texts returns the first texts from one key to another, both included, at
// most count of them, each with its key.
func (s *Storage) Texts(from, to string, count int, got func(found []Change, ok bool)) {
	defer func() {
		if recover() != nil {
			got(nil, false)
		}
	}()
	records := s.db.Call("transaction", recordStore, "readonly").Call("objectStore", recordStore)
	span := keyRange(from, to)
	var keys js.Value
	failed := func(string) { got(nil, false) }
	either(records.Call("getAllKeys", span, count), func(list js.Value) { keys = list }, failed)
	either(records.Call("getAll", span, count), func(list js.Value) {
		found := make([]Change, 0, list.Length())
		for i := range list.Length() {
			c := Change{Key: keys.Index(i).String()}
			if v := list.Index(i); v.Type() == js.TypeString {
				c.Text = v.String()
			}
			found = append(found, c)
		}
		got(found, true)
	}, failed)
}

// Read reads the bytes under a key piece by piece.
func (s *Storage) Read(key string, r Reading) (cancel func()) {
	stopped, inner := false, func() {}
	failed := func(string) {
		if !stopped {
			r.Failed("The saved data are not there any more. Import the file again, or step back to other data.")
		}
	}
	request := s.db.Call("transaction", recordStore, "readonly").Call("objectStore", recordStore).Call("get", key)
	either(request, func(blob js.Value) {
		if blob.Type() != js.TypeObject || blob.Get("size").Type() != js.TypeNumber {
			failed("")
		} else if !stopped {
			inner = File{Size: blob.Get("size").Int(), blob: blob}.Read(r)
		}
	}, failed)
	return func() { stopped = true; inner() }
}

// Blob is bytes that the browser holds.
type Blob struct{ value js.Value }

// NewBlob copies parts to the browser, a piece on each turn of the page.
func NewBlob(parts [][]byte, done func(*Blob)) {
	pieces := global.Get("Array").New()
	var next func()
	next = func() {
		for len(parts) > 0 && len(parts[0]) == 0 {
			parts = parts[1:]
		}
		if len(parts) == 0 {
			done(&Blob{global.Get("Blob").New(pieces)})
			return
		}
		n := min(len(parts[0]), chunkBytes)
		piece := global.Get("Uint8Array").New(n)
		js.CopyBytesToJS(piece, parts[0][:n])
		pieces.Call("push", piece)
		if parts[0] = parts[0][n:]; len(parts) == 1 && len(parts[0]) == 0 {
			next()
			return
		}
		Soon(next)
	}
	next()
}

// Save offers a blob as a file to keep.
func (b *Blob) Save(name string) {
	address := global.Get("URL").Call("createObjectURL", b.value)
	a := document.Call("createElement", "a")
	a.Set("href", address)
	a.Set("download", name)
	a.Call("click")
	global.Call("setTimeout", global.Get("URL").Get("revokeObjectURL").Call("bind", global.Get("URL"), address), 60_000)
}

// Claim takes a name for this tab alone, until it is closed. ok is false while
// another tab has it. A browser that has no locks, or refuses them as it refuses
// storage, gives every name.
func Claim(name string, got func(ok bool)) {
	locks := global.Get("navigator").Get("locks")
	if !locks.Truthy() {
		got(true)
		return
	}
	var taken, refused js.Func
	answer := func(ok bool) {
		taken.Release()
		refused.Release()
		got(ok)
	}
	taken = js.FuncOf(func(_ js.Value, args []js.Value) any {
		ok := args[0].Truthy()
		answer(ok)
		if !ok {
			return nil
		}
		forever := js.FuncOf(func(js.Value, []js.Value) any { return nil })
		return global.Get("Promise").New(forever) // the tab keeps it
	})
	refused = js.FuncOf(func(js.Value, []js.Value) any {
		answer(true)
		return nil
	})
	locks.Call("request", prefix+name, map[string]any{"ifAvailable": true}, taken).Call("catch", refused)
}

// TabValue returns what this tab has kept under a name.
func TabValue(name string) (value string) {
	defer func() { _ = recover() }()
	if v := global.Get("sessionStorage").Call("getItem", prefix+name); v.Type() == js.TypeString {
		return v.String()
	}
	return ""
}

// SetTabValue keeps a value for this tab.
func SetTabValue(name, value string) {
	defer func() { _ = recover() }()
	global.Get("sessionStorage").Call("setItem", prefix+name, value)
}

// Spilled returns a text that was spilled under a name.
func Spilled(name string) string { return load(prefix + "spill." + name) }

// Spill keeps a text beside the storage, where there is little room, and
// reports whether it could. An empty text takes it away.
func Spill(name, text string) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if text == "" {
		global.Get("localStorage").Call("removeItem", prefix+"spill."+name)
		return true
	}
	global.Get("localStorage").Call("setItem", prefix+"spill."+name, text)
	return true
}

// Now returns the clock of the page in milliseconds.
func Now() int64 { return time.Now().UnixMilli() }

// NewName returns a name that nobody else has.
func NewName() string {
	bytes := global.Get("Uint8Array").New(12)
	global.Get("crypto").Call("getRandomValues", bytes)
	const digits = "0123456789abcdefghijklmnopqrstuv"
	name := make([]byte, bytes.Length())
	for i := range name {
		name[i] = digits[bytes.Index(i).Int()%len(digits)]
	}
	return string(name)
}
