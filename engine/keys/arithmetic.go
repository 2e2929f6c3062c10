package keys

import "math"

// arithmeticCode joins two numbers. The result is whole when both are.
func arithmeticCode(operator byte, x, y Code, e *Expr) Code {
	fixed := x.fixed && y.fixed
	if x.Kind == WholeKind && y.Kind == WholeKind {
		return wholeCode(fixed, wholeArithmetic(operator, x.whole, y.whole, e))
	}
	run := realArithmetic(operator)
	byZero := operator == '/' || operator == '%'
	return realCode(fixed, func(f *frame) float64 {
		a, b := x.real(f), y.real(f)
		if byZero && b == 0 {
			f.fail(DivisionByZero, e.String(), e)
			return 0
		}
		result := run(a, b)
		if math.IsNaN(result) || math.IsInf(result, 0) {
			f.fail(Overflow, e.String(), e)
			return 0
		}
		return result
	})
}

func realArithmetic(operator byte) func(a, b float64) float64 {
	switch operator {
	case '+':
		return func(a, b float64) float64 { return a + b }
	case '-':
		return func(a, b float64) float64 { return a - b }
	case '*':
		return func(a, b float64) float64 { return a * b }
	case '/':
		return func(a, b float64) float64 { return a / b }
	}
	return math.Mod
}

func wholeArithmetic(operator byte, x, y func(*frame) int64, e *Expr) func(*frame) int64 {
	switch operator {
	case '/', '%':
		return dividing(operator == '%', x, y, e)
	case '+':
		return checked(x, y, e, func(a, b int64) (int64, bool) { c := a + b; return c, (a^c)&(b^c) >= 0 })
	case '-':
		return checked(x, y, e, func(a, b int64) (int64, bool) { c := a - b; return c, (a^b)&(a^c) >= 0 })
	}
	return checked(x, y, e, Multiply)
}

func checked(x, y func(*frame) int64, e *Expr, run func(a, b int64) (int64, bool)) func(*frame) int64 {
	return func(f *frame) int64 {
		c, ok := run(x(f), y(f))
		if !ok {
			f.fail(Overflow, e.String(), e)
		}
		return c
	}
}

// Multiply returns a product; ok is false where it is beyond 64 bits.
func Multiply(a, b int64) (product int64, ok bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	c := a * b
	return c, c/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
}

// dividing divides, cut toward zero, or takes the remainder. The one quotient
// that does not fit is the least number by -1.
func dividing(remainder bool, x, y func(*frame) int64, e *Expr) func(*frame) int64 {
	return func(f *frame) int64 {
		a, b := x(f), y(f)
		switch {
		case b == 0:
			f.fail(DivisionByZero, e.String(), e)
			return 0
		case b == -1 && remainder:
			return 0
		case b == -1 && a == math.MinInt64:
			f.fail(Overflow, e.String(), e)
			return 0
		case remainder:
			return a % b
		}
		return a / b
	}
}

// negateCode turns a number's sign.
func negateCode(x Code, e *Expr) Code {
	if x.Kind == RealKind {
		return realCode(x.fixed, func(f *frame) float64 { return -x.real(f) })
	}
	return wholeCode(x.fixed, func(f *frame) int64 {
		n := x.whole(f)
		if n == math.MinInt64 {
			f.fail(Overflow, e.String(), e)
			return 0
		}
		return -n
	})
}
