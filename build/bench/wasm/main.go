//go:build js

// Command wasm is the engine as the browser benchmark calls it: one function
// per job on the global object "keyrange". It is no part of the site.
package main

import (
	"runtime"
	"syscall/js"
	"time"

	"github.com/keyrange/keyrange/build/bench"
	"github.com/keyrange/keyrange/engine/table"
)

var (
	work   *bench.Workload
	run    *bench.Run
	staged []table.Entity
)

func main() {
	api := map[string]any{}
	offer := func(name string, f func(args []js.Value) any) {
		api[name] = js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) })
	}
	offer("prepare", func(args []js.Value) any {
		work = bench.New(uint32(args[0].Int()))
		work.Index()
		return work.Digest()
	})
	offer("open", func([]js.Value) any { run = bench.NewRun(work); return nil })
	offer("stage", func(args []js.Value) any { stage(args[0].String()); return nil })
	offer("load", func([]js.Value) any { must(run.Load(staged)); return nil })
	offer("insert", func([]js.Value) any { must(run.Insert(staged)); return nil })
	offer("collect", func([]js.Value) any { staged = nil; runtime.GC(); return nil })
	offer("close", func([]js.Value) any { run, staged = nil, nil; runtime.GC(); return nil })
	offer("loadAsRead", func(args []js.Value) any { return loadAsRead(uint32(args[0].Int())) })
	offer("index", func([]js.Value) any { work.Index(); return nil })
	offer("updateInSlices", func(args []js.Value) any {
		updateInSlices(args[0].Int(), time.Duration(args[1].Int())*time.Millisecond, args[2])
		return nil
	})
	for name, job := range jobs {
		offer(name, func(args []js.Value) any {
			t, err := job(args[0].Int(), args[1].Int())
			must(err)
			return []any{t.Rows, t.Sum}
		})
	}
	js.Global().Set("keyrange", api)
	select {}
}

// jobs are the ones that return a tally; n is how often, pageRows the size of
// a page.
var jobs = map[string]func(n, pageRows int) (bench.Tally, error){
	"get":        func(n, _ int) (bench.Tally, error) { return run.Get(n) },
	"range":      func(n, _ int) (bench.Tally, error) { return run.Range(n) },
	"scan":       func(n, _ int) (bench.Tally, error) { return run.Scan(n) },
	"update":     func(n, _ int) (bench.Tally, error) { return run.Update(0, n) },
	"page":       func(_, pageRows int) (bench.Tally, error) { return run.Page(pageRows) },
	"queryGet":   func(n, _ int) (bench.Tally, error) { return run.QueryGet(n) },
	"queryRange": func(n, _ int) (bench.Tally, error) { return run.QueryRange(n) },
	"queryScan":  func(n, _ int) (bench.Tally, error) { return run.QueryScan(n) },
	"queryPage":  func(_, pageRows int) (bench.Tally, error) { return run.QueryPage(pageRows) },
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// stage makes the entities that the next job stores, as the other contenders
// have them too before their time is taken.
func stage(order string) {
	if order == "arrivals" {
		staged = work.Arrivals()
	} else {
		staged = work.Sorted(0, bench.Entities)
	}
	runtime.GC()
}

// loadAsRead returns the bytes of Go's heap in use when nothing but the loaded
// table is left.
func loadAsRead(seed uint32) float64 {
	work = bench.New(seed)
	run = bench.NewRun(work)
	must(run.LoadAsRead())
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapInuse)
}

// updateInSlices makes n updates on the loaded table, for whose keys index must
// have been called: for sliceTime in each turn of the page, which then has its
// own. It calls done with how many were made.
func updateInSlices(n int, sliceTime time.Duration, done js.Value) {
	channel := js.Global().Get("MessageChannel").New()
	made := 0
	var slice js.Func
	slice = js.FuncOf(func(js.Value, []js.Value) any {
		for start := time.Now(); made < n && time.Since(start) < sliceTime; made += 100 {
			_, err := run.Update(made, 100)
			must(err)
		}
		if made < n {
			channel.Get("port2").Call("postMessage", 0)
			return nil
		}
		slice.Release()
		done.Invoke(made)
		return nil
	})
	channel.Get("port1").Set("onmessage", slice)
	channel.Get("port2").Call("postMessage", 0)
}
