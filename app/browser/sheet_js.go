package browser

// FoldSheets closes everything that unfolds as a sheet of a narrow window and is open,
// and gives the keyboard to what opens the last of them. It reports whether there was any.
func FoldSheets() (folded bool) {
	all := document.Call("querySelectorAll", "details.unfolds[open]")
	for i := range all.Length() {
		if e := all.Index(i); global.Call("getComputedStyle", e).Get("position").String() == "fixed" {
			e.Set("open", false)
			e.Call("querySelector", "summary").Call("focus")
			folded = true
		}
	}
	return folded
}
