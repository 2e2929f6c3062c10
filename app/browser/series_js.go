package browser

import (
	"encoding/binary"
	"math"
	"syscall/js"
)

// Series is a chart of values over time. It is loaded when it is first needed.
type Series struct {
	handle js.Value // what series.js gave, undefined before
	bytes  js.Value
	buffer []byte
	size   int
	top    js.Func
	closed bool
}

// OpenSeries begins to load a chart into an element. opened is called once it
// stands, top with the greatest value on its scale after each Set.
func OpenSeries(host, kind string, opened func(), top func(float64)) *Series {
	s := &Series{handle: js.Undefined()}
	load := global.Get("keyrangeSeries")
	if load.Type() != js.TypeFunction {
		return s
	}
	s.top = js.FuncOf(func(_ js.Value, args []js.Value) any {
		top(args[0].Float())
		return nil
	})
	then(load.Invoke(), func(module js.Value) {
		Soon(func() {
			if e, ok := element(host); ok && !s.closed {
				s.handle = module.Call("open", e, kind, s.top)
				opened()
			}
		})
	}, func() {})
	return s
}

// Open reports whether the chart stands.
func (s *Series) Open() bool { return s.handle.Truthy() }

// Set shows values: the times of all points, then each line's values, over a
// reach of time.
func (s *Series) Set(values []float64, points int, from, to float64) {
	if !s.Open() {
		return
	}
	s.buffer = s.buffer[:0]
	for _, v := range values {
		s.buffer = binary.LittleEndian.AppendUint64(s.buffer, math.Float64bits(v))
	}
	if n := len(s.buffer); s.size < n || s.size == 0 {
		s.bytes, s.size = global.Get("Uint8Array").New(max(n, 8)), max(n, 8)
	}
	js.CopyBytesToJS(s.bytes, s.buffer)
	s.handle.Call("set", s.bytes, points, from, to)
}

// Close takes the chart away.
func (s *Series) Close() {
	s.closed = true
	if s.Open() {
		s.handle.Call("close")
		s.handle = js.Undefined()
	}
}
