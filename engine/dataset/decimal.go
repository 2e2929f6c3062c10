package dataset

// powersOfTen are the powers of ten that a Double has exactly.
var powersOfTen = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	1e20, 1e21, 1e22}

// parseDecimal reads a number of at most 15 digits without an exponent, which
// most are. Both the digits as a whole number and the power of ten are Doubles
// without an error, so that their quotient is the Double next to the number: the
// same as strconv.ParseFloat gives, several times faster. ok is false for any
// other text.
func parseDecimal(text []byte) (f float64, ok bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	if len(text) == 0 || len(text) > 16 {
		return 0, false
	}
	n, digits, fraction, point := uint64(0), 0, 0, false
	for _, b := range text {
		switch {
		case isDigit(b):
			n = n*10 + uint64(b-'0')
			if digits++; point {
				fraction++
			}
		case b == '.' && !point:
			point = true
		default:
			return 0, false
		}
	}
	if digits == 0 || digits > 15 {
		return 0, false
	}
	if f = float64(n) / powersOfTen[fraction]; negative {
		f = -f
	}
	return f, true
}
