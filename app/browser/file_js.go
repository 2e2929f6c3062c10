package browser

import "syscall/js"

// chunkBytes is how much of a file is copied on one turn: a millisecond or two.
const chunkBytes = 1 << 20

// File is a file that the user chose.
type File struct {
	Name string
	Size int // bytes
	blob js.Value
}

func fileOf(v js.Value) File {
	return File{Name: v.Get("name").String(), Size: v.Get("size").Int(), blob: v}
}

// PickFile opens the browser's file dialog. accept lists the endings to offer.
// It must be called from a click or a key.
func PickFile(accept string, got func(File)) {
	input := document.Call("createElement", "input")
	input.Set("type", "file")
	input.Set("accept", accept)
	listen(input, "change", true, func(js.Value) {
		if files := input.Get("files"); files.Length() > 0 {
			got(fileOf(files.Index(0)))
		}
	})
	input.Call("click")
}

// Read copies the file piece by piece. A cancelled reading calls nothing more.
func (f File) Read(r Reading) (cancel func()) {
	if f.Size > MaxBytes {
		r.Failed("The file is larger than 50 MB. Keyrange reads at most 50 MB and 200,000 rows.")
		return func() {}
	}
	stopped := false
	data := make([]byte, f.Size)
	var next func(at int)
	next = func(at int) {
		if stopped {
			return
		}
		if at >= f.Size {
			r.Done(data)
			return
		}
		end := min(at+chunkBytes, f.Size)
		then(f.blob.Call("slice", at, end).Call("arrayBuffer"), func(buffer js.Value) {
			n := js.CopyBytesToGo(data[at:end], global.Get("Uint8Array").New(buffer))
			if n < end-at && !stopped {
				stopped = true
				r.Failed("The file became shorter while it was read. Choose it again.")
				return
			}
			if !stopped && r.Progress != nil {
				r.Progress(end, f.Size)
			}
			next(end)
		}, func() {
			if !stopped {
				r.Failed("The browser could not read the file. It may have been moved or changed since you chose it.")
			}
		})
	}
	next(0)
	return func() { stopped = true }
}

// then calls ok with what a promise gives, or failed when it is rejected.
func then(promise js.Value, ok func(js.Value), failed func()) {
	var done, fail js.Func
	release := func() {
		done.Release()
		fail.Release()
	}
	done = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		apart(func() { ok(args[0]) })
		return nil
	})
	fail = js.FuncOf(func(js.Value, []js.Value) any {
		release()
		failed()
		return nil
	})
	promise.Call("then", done, fail)
}
