package browser

// PointerKind is what a pointer does.
type PointerKind uint8

// What a pointer does.
const (
	PointerMoved PointerKind = iota
	PointerDown
	PointerUp
	PointerLeft
)

// Pointer is a pointer over an element.
type Pointer struct {
	Kind PointerKind
	X, Y int // thousandths of the element's width and height
}
