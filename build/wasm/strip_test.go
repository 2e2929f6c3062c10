package wasm

import (
	"bytes"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linkedOnce are the programs that were compiled, by their source: most tests look at
// the same one.
var linkedOnce = map[string][]byte{}

// compiled is a Go program of one file for the browser, as the linker writes it.
func compiled(t *testing.T, source string) []byte {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles for the browser")
	}
	if linkedOnce[source] == nil {
		linkedOnce[source] = compile(t, source)
	}
	return bytes.Clone(linkedOnce[source])
}

func compile(t *testing.T, source string) []byte {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module probe\n\ngo 1.26\n", "main.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := filepath.Join(dir, "probe.wasm")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", out, ".")
	build.Dir, build.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	wasm, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// output is what a program prints under Node, and whether it ended well.
func output(t *testing.T, wasm []byte) (string, error) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "probe.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("node", "--stack-size=8192", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), file)
	run.Env = []string{"PATH=" + os.Getenv("PATH")}
	text, err := run.CombinedOutput()
	return string(text), err
}

// probe reads of the runtime's tables what a program can read of them: panics of
// each kind with what recover gives, defers, growing and shrinking stacks that
// the collector walks, reflection's stubs, inlined calls, and goroutines.
const probe = `package main

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

type value struct{ a, b int }

func (v value) Sum(add *int) int { runtime.GC(); return v.a + v.b + *add }

type summer interface{ Sum(*int) int }

func caught(name string, f func()) {
	defer func() {
		got := recover()
		err, ok := got.(error)
		_, isRuntime := got.(runtime.Error)
		fmt.Println(name, ok, isRuntime, err != nil && strings.Contains(err.Error(), "nil *"), got != nil)
		if name != "nil receiver" {
			fmt.Println(got)
		}
	}()
	f()
	fmt.Println("not reached")
}

type node struct {
	next *node
	text string
}

// deep has pointers on every frame while the collector runs below it.
func deep(n int, above *node) int {
	own := &node{above, fmt.Sprint("frame ", n)}
	array := [8]*node{own, above}
	if n == 0 {
		runtime.GC()
		count := 0
		for at := own; at != nil; at = at.next {
			if !strings.HasPrefix(at.text, "frame ") {
				panic("a frame lost its pointer")
			}
			count++
		}
		return count
	}
	got := deep(n-1, own)
	if array[0].text != fmt.Sprint("frame ", n) {
		panic("a pointer moved")
	}
	return got
}

func again() { recovered = recover() } // called by a defer of its own
var recovered any

func nested() (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	defer func() {
		defer again()
		panic("second")
	}()
	panic("first")
}

func small(list []int, i int) int { return list[i] } // inlined

func main() {
	var none *value
	var asked summer = none
	var list []int
	var table map[string]int
	zero := 0
	caught("index", func() { _ = small(list, 3+zero) })
	caught("nil pointer", func() { fmt.Println(none.a) })
	caught("nil receiver", func() { asked.Sum(&zero) })
	caught("division", func() { fmt.Println(1 / zero) })
	caught("nil map", func() { table["x"] = 1 })
	caught("conversion", func() { fmt.Println(any("text").(int)) })
	caught("own", func() { panic(errors.New("own error")) })
	caught("wrapped", func() { panic(fmt.Errorf("around: %w", errors.ErrUnsupported)) })
	fmt.Println(nested(), recovered)
	for _, n := range []int{10, 1000, 20000, 50} {
		fmt.Println(deep(n, nil))
	}
	method := reflect.ValueOf(value{1, 2}).Method(0).Interface().(func(*int) int)
	made := reflect.MakeFunc(reflect.TypeOf(method), func(in []reflect.Value) []reflect.Value {
		runtime.GC()
		return []reflect.Value{reflect.ValueOf(int(deep(300, nil)) + *in[0].Interface().(*int))}
	}).Interface().(func(*int) int)
	forty := 40
	fmt.Println(method(&forty), made(&forty))
	done := make(chan int)
	for i := range 50 {
		go func() {
			defer func() { recover(); done <- i }()
			deep(200+i, nil)
			panic(i)
		}()
	}
	sum := 0
	for range 50 {
		sum += <-done
	}
	for range 1000 {
		runtime.Gosched() // until all have ended
	}
	fmt.Println(sum, runtime.NumGoroutine())
	_, file, line, ok := runtime.Caller(0)
	fmt.Println("place", file, line, ok)
	go func() { panic("the end") }()
	select {}
}
`

// A stripped program does what it did: it prints the same, up to the place in
// its source that it no longer knows and the trace at its end.
func TestStrip(t *testing.T) {
	linked := compiled(t, probe)
	stripped, err := strip(linked)
	if err != nil {
		t.Fatal(err)
	}
	before, failed := output(t, linked)
	after, failedAfter := output(t, stripped)
	if failed == nil || failedAfter == nil || failed.Error() != failedAfter.Error() {
		t.Errorf("ended with %v, want %v", failedAfter, failed)
	}
	want, _, known := strings.Cut(before, "place probe/main.go 113 true\n")
	got, rest, unknown := strings.Cut(after, "place ? 0 true\n")
	if !known || !unknown || got != want || strings.Count(want, "\n") < 20 {
		t.Errorf("printed:\n%s\nwant:\n%s", after, before)
	}
	if !strings.HasPrefix(rest, "panic: the end\n") {
		t.Errorf("ended with:\n%s", rest)
	}
	if bytes.Contains(stripped, []byte("main.deep")) || !bytes.Contains(linked, []byte("main.deep")) {
		t.Error("a function's name is still there")
	}
	if !bytes.Contains(stripped, []byte("reflect.methodValueCall\x00")) {
		t.Error("the name of reflection's stub is gone")
	}
}

// Stripping changes the fields that only traces read, and no other byte of the
// tables, the rest of memory or the code.
func TestStripLeaves(t *testing.T) {
	linked := compiled(t, probe)
	stripped, err := strip(linked)
	if err != nil {
		t.Fatal(err)
	}
	before, after := memoryOf(t, linked), memoryOf(t, stripped)
	old, err := findPclntab(before)
	if err != nil {
		t.Fatal(err)
	}
	now, err := findPclntab(after)
	if err != nil {
		t.Fatal(err)
	}
	records, _ := old.funcRecords()
	left, err := now.funcRecords()
	if err != nil || len(left) != len(records) || len(left) < 1000 {
		t.Fatalf("got %d functions and %v, want %d", len(left), err, len(records))
	}
	for i, r := range records {
		for _, field := range r.tables() {
			if at := r.get(field); !readByTraces(field) && at != 0 {
				size := pctabSize(old.pctab[at:])
				if left[i].get(field) != at || !bytes.Equal(old.pctab[at:int(at)+size], now.pctab[at:int(at)+size]) {
					t.Fatalf("function %d: the table of field %d differs", i, field)
				}
			}
		}
		for kind := range int(r[nfuncdataField]) {
			if before, after := r.funcdata(kind), left[i].funcdata(kind); kind != funcdataArgInfo && before != after {
				t.Fatalf("function %d: fact %d is at %d, want %d", i, kind, after, before)
			}
		}
		allowFacts(old, now, r)
		allowed := []int{nameOffField, pcfileField, pclnField, cuOffsetField, startLineField, funcSize + 4*pcdataUnsafePoint, r.funcdataField(funcdataArgInfo)}
		for _, field := range allowed {
			if field < len(r) {
				copy(r[field:field+4], left[i][field:])
			}
		}
	}
	for _, pair := range [][2][]byte{{old.funcnametab, now.funcnametab}, {old.cutab, now.cutab}, {old.filetab, now.filetab}, {old.pctab, now.pctab}} {
		copy(pair[0], pair[1])
	}
	if !bytes.Equal(before.bytes, after.bytes) || before.base != after.base {
		t.Error("memory outside the stripped parts differs")
	}
	same := func(a, b section) bool { return a.id == dataSection || bytes.Equal(a.content, b.content) }
	was, _ := sections(linked)
	is, _ := sections(stripped)
	if !slices.EqualFunc(was, is, func(a, b section) bool { return a.id == b.id && same(a, b) }) {
		t.Error("another section than the data differs")
	}
}

// allowFacts copies from now to old what may differ in the facts of a function:
// how to print arguments, and names and lines in the tree of inlined calls.
func allowFacts(old, now *pclntab, r funcRecord) {
	if at := r.funcdata(funcdataArgInfo); at != noFuncdata {
		end := bytes.IndexByte(old.gofunc[at:], argInfoEnd)
		copy(old.gofunc[at:int(at)+end+1], now.gofunc[at:])
	}
	if at := r.funcdata(funcdataInlTree); at != noFuncdata {
		for i := range highestPCValue(old.pctab[r.get(funcSize+4*pcdataInlTreeIndex):]) + 1 {
			call := int(at) + 16*i
			copy(old.gofunc[call+4:call+8], now.gofunc[call+4:])
			copy(old.gofunc[call+12:call+16], now.gofunc[call+12:])
		}
	}
}

func memoryOf(t *testing.T, wasm []byte) *memory {
	t.Helper()
	parts, err := sections(wasm)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(parts, func(c section) bool { return c.id == dataSection })
	m, err := newMemory(parts[i].content)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What strip does not know for certain it refuses: another release, tables of
// another form, and files that end early.
func TestStripRefuses(t *testing.T) {
	linked := compiled(t, "package main\n\nfunc main() {}\n")
	change := func(old, new string) []byte {
		if bytes.Count(linked, []byte(old)) != 1 {
			t.Fatalf("%q stands %d times in the program", old, bytes.Count(linked, []byte(old)))
		}
		return bytes.Replace(linked, []byte(old), []byte(new), 1)
	}
	header := binary.LittleEndian.AppendUint32(nil, 0xfffffff1)
	for name, wasm := range map[string][]byte{
		"another release": bytes.ReplaceAll(linked, []byte("go1.26."), []byte("go1.99.")),
		"another magic":   change(string(header)+"\x00\x00\x01\x08", "\xf2\xff\xff\xff\x00\x00\x01\x08"),
		"no program":      []byte("<!doctype html>"),
		"cut off":         linked[:len(linked)/2],
		"empty":           nil,
	} {
		if _, err := strip(wasm); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := strip(linked); err != nil {
		t.Errorf("the program itself: %v", err)
	}
}

// Signed numbers are written as they are read, at every length.
func TestSigned(t *testing.T) {
	for _, v := range []int32{0, 1, -1, 63, 64, -64, -65, 8191, 8192, 1 << 20, 1<<31 - 1, -1 << 31} {
		written := appendSigned(nil, int64(v))
		got, rest, ok := signed(append(written, 7))
		if !ok || got != v || len(rest) != 1 {
			t.Errorf("%d: read %d and %d more bytes from %x", v, got, len(rest), written)
		}
	}
}
