package browser

import "syscall/js"

// OpenFigures loads what draws the published figures and gives it an element, the
// paths of its data and of the icons, and the two functions that run a simulation.
func OpenFigures(host, data, icons string, begin func([]int64), step func() []int64) (stop func()) {
	load, module, closed := global.Get("keyrangeFigures"), js.Undefined(), false
	if load.Type() != js.TypeFunction {
		return func() {}
	}
	first := js.FuncOf(func(_ js.Value, args []js.Value) any {
		numbers := make([]int64, args[0].Length())
		for i := range numbers {
			numbers[i] = int64(args[0].Index(i).Float())
		}
		begin(numbers)
		return nil
	})
	next := js.FuncOf(func(js.Value, []js.Value) any {
		counts := global.Get("Array").New()
		for _, n := range step() {
			counts.Call("push", float64(n))
		}
		return counts
	})
	then(load.Invoke(), func(m js.Value) {
		if e, ok := element(host); ok && !closed {
			module = m
			m.Call("open", e, sitePath(data), sitePath(icons), first, next)
		}
	}, func() {})
	return func() {
		closed = true
		if module.Truthy() {
			module.Call("close")
		}
		first.Release()
		next.Release()
	}
}
