package filter

import (
	"errors"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// parseError returns the refusal of a filter.
func parseError(t *testing.T, text string) *Error {
	t.Helper()
	e, err := Parse(text)
	var refusal *Error
	if !errors.As(err, &refusal) {
		t.Fatalf("Parse(%q) = %v, %v, want an *Error", text, e, err)
	}
	if refusal.Offset < 0 || refusal.Offset > refusal.End || refusal.End > len(text) {
		t.Errorf("Parse(%q): bytes %d to %d lie outside the text", text, refusal.Offset, refusal.End)
	}
	return refusal
}

// The refusals of the service, text by text: as recorded from the real service
// where a recording exists, otherwise with the words of the OData library that
// it is built on. Positions in messages count characters of the filter; offsets
// count bytes.
func TestRefusals(t *testing.T) {
	const (
		inputs  = "One of the request inputs is not valid."
		boolean = "The $filter expression must evaluate to a single boolean value."
		missing = "The requested operation is not implemented on the specified resource."
	)
	binary := func(left, right, kind string) string {
		return "A binary operator with incompatible types was detected. Found operand types '" + left + "' and '" + right + "' for operator kind '" + kind + "'."
	}
	null := func(kind string) string {
		return "The operator '" + kind + "' is not supported for the 'null' literal; only equality checks are supported."
	}
	for _, c := range []struct {
		text, message string
		code          table.Code
		offset, end   int
	}{
		// Syntax: the position is the end of the token where reading stopped.
		{"aaa bbb ccc", "Syntax error at position 7 in 'aaa bbb ccc'.", table.InvalidInput, 4, 7},
		{"property1 eq 1'invalid'", "Syntax error at position 23 in 'property1 eq 1'invalid''.", table.InvalidInput, 14, 23},
		{"Ä eq 'ö' ü", "Syntax error at position 10 in 'Ä eq 'ö' ü'.", table.InvalidInput, 11, 13},
		{"A eq '😀' b", "Syntax error at position 11 in 'A eq '😀' b'.", table.InvalidInput, 12, 13},
		{"A EQ 5", "Syntax error at position 4 in 'A EQ 5'.", table.InvalidInput, 2, 4},
		{"A eq 1 AND B eq 2", "Syntax error at position 10 in 'A eq 1 AND B eq 2'.", table.InvalidInput, 7, 10},
		{"A eq 1 eq true", "Syntax error at position 9 in 'A eq 1 eq true'.", table.InvalidInput, 7, 9},
		{"A eq 5M", "Syntax error at position 7 in 'A eq 5M'.", table.InvalidInput, 6, 7},
		{"A eq 1)", "Syntax error at position 7 in 'A eq 1)'.", table.InvalidInput, 6, 7},
		{"A eq'x'", "Syntax error at position 4 in 'A eq'x''.", table.InvalidInput, 2, 4},
		{"'x'eq A", "Syntax error at position 5 in ''x'eq A'.", table.InvalidInput, 3, 5},
		{"A eq 1 and'x' eq B", "Syntax error at position 10 in 'A eq 1 and'x' eq B'.", table.InvalidInput, 7, 10},
		{"(A eq 1)and B eq'x'", "Syntax error at position 16 in '(A eq 1)and B eq'x''.", table.InvalidInput, 14, 16},
		{"A eq Datetime'2020-01-22'", "Syntax error at position 25 in 'A eq Datetime'2020-01-22''.", table.InvalidInput, 13, 25},
		{"A eq", "Expression expected at position 4 in 'A eq'.", table.InvalidInput, 4, 4},
		{"A eq 1 and", "Expression expected at position 10 in 'A eq 1 and'.", table.InvalidInput, 10, 10},
		{"()", "Expression expected at position 1 in '()'.", table.InvalidInput, 1, 2},
		{"A == 1", "Syntax error at position 3 in 'A == 1'.", table.InvalidInput, 2, 3},
		{"(A eq 1", "')' or operator expected at position 7 in '(A eq 1'.", table.InvalidInput, 0, 1},
		{"(A eq 1 B", "')' or operator expected at position 8 in '(A eq 1 B'.", table.InvalidInput, 8, 9},
		{"A eq \"abc\"", "Syntax error: character '\"' is not valid at position 5 in 'A eq \"abc\"'.", table.InvalidInput, 5, 6},

		{"𝒜 eq 1", "Syntax error: character '𝒜' is not valid at position 0 in '𝒜 eq 1'.", table.InvalidInput, 0, 4},

		// Literals.
		{"n eq 5454161346626", "Unrecognized 'Edm.Int32' literal '5454161346626' at '5' in 'n eq 5454161346626'.", table.InvalidInput, 5, 18},
		{"n eq -2147483649", "Unrecognized 'Edm.Int32' literal '-2147483649' at '5' in 'n eq -2147483649'.", table.InvalidInput, 5, 16},
		{"n eq 9223372036854775808L", "Unrecognized 'Edm.Int64' literal '9223372036854775808L' at '5' in 'n eq 9223372036854775808L'.", table.InvalidInput, 5, 25},
		{"n eq 1e309", "Unrecognized 'Edm.Double' literal '1e309' at '5' in 'n eq 1e309'.", table.InvalidInput, 5, 10},
		{"n eq datetime'garbage'", "Unrecognized 'Edm.DateTime' literal 'datetime'garbage'' at '5' in 'n eq datetime'garbage''.", table.InvalidInput, 5, 22},
		{"n eq datetime'0000-12-31'", "Unrecognized 'Edm.DateTime' literal 'datetime'0000-12-31'' at '5' in 'n eq datetime'0000-12-31''.", table.InvalidInput, 5, 25},
		{"n eq datetime'9999-12-31T23:59:59-01:00'", "Unrecognized 'Edm.DateTime' literal 'datetime'9999-12-31T23:59:59-01:00'' at '5' in 'n eq datetime'9999-12-31T23:59:59-01:00''.", table.InvalidInput, 5, 40},
		{"n eq guid'68260b3f'", "Unrecognized 'Edm.Guid' literal 'guid'68260b3f'' at '5' in 'n eq guid'68260b3f''.", table.InvalidInput, 5, 19},
		{"n eq X'zz'", "Unrecognized 'Edm.Binary' literal 'X'zz'' at '5' in 'n eq X'zz''.", table.InvalidInput, 5, 10},
		{"n eq X'abc'", "Unrecognized 'Edm.Binary' literal 'X'abc'' at '5' in 'n eq X'abc''.", table.InvalidInput, 5, 11},
		{"n eq 'abc", "There is an unterminated string literal at position 9 in 'n eq 'abc'.", table.InvalidInput, 5, 9},
		{"n eq datetime'2020", "There is an unterminated string literal at position 18 in 'n eq datetime'2020'.", table.InvalidInput, 5, 18},
		{"n eq 'ab''", "There is an unterminated string literal at position 10 in 'n eq 'ab'''.", table.InvalidInput, 5, 10},

		// Null.
		{"X eq null", inputs, table.InvalidInput, 5, 9},
		{"X ne null", inputs, table.InvalidInput, 5, 9},
		{"null eq X", inputs, table.InvalidInput, 0, 4},
		{"X lt null", null("LessThan"), table.InvalidInput, 2, 4},
		{"X le null", null("LessThanOrEqual"), table.InvalidInput, 2, 4},
		{"X gt null", null("GreaterThan"), table.InvalidInput, 2, 4},
		{"null ge X", null("GreaterThanOrEqual"), table.InvalidInput, 5, 7},
		{"null and A", inputs, table.InvalidInput, 0, 4},
		{"not null", inputs, table.InvalidInput, 4, 8},

		// The type of the whole and of the parts.
		{"1", boolean, table.InvalidInput, 0, 1},
		{"'text'", boolean, table.InvalidInput, 0, 6},
		{"null", boolean, table.InvalidInput, 0, 4},
		{"PartitionKey", boolean, table.InvalidInput, 0, 12},
		{"( Timestamp )", boolean, table.InvalidInput, 0, 13},
		{"(PartitionKey ) and (RowKey ge 'x')", binary("Edm.String", "Edm.Boolean", "And"), table.InvalidInput, 0, 15},
		{"A eq 1 or 5", binary("Edm.Boolean", "Edm.Int32", "Or"), table.InvalidInput, 10, 11},
		{"Timestamp and A", binary("Edm.DateTime", "Edm.Boolean", "And"), table.InvalidInput, 0, 9},
		{"not RowKey", "A unary operator with an incompatible type was detected. Found operand type 'Edm.String' for operator kind 'Not'.", table.InvalidInput, 4, 10},
		{"PartitionKey eq 5", binary("Edm.String", "Edm.Int32", "Equal"), table.InvalidInput, 16, 17},
		{"5L ne PartitionKey", binary("Edm.Int64", "Edm.String", "NotEqual"), table.InvalidInput, 0, 2},
		{"RowKey lt 5.0", binary("Edm.String", "Edm.Double", "LessThan"), table.InvalidInput, 10, 13},
		{"RowKey le true", binary("Edm.String", "Edm.Boolean", "LessThanOrEqual"), table.InvalidInput, 10, 14},
		{"RowKey gt X'00'", binary("Edm.String", "Edm.Binary", "GreaterThan"), table.InvalidInput, 10, 15},
		{"Timestamp ge '2020'", binary("Edm.DateTime", "Edm.String", "GreaterThanOrEqual"), table.InvalidInput, 13, 19},
		{"(A eq 1) eq 5", binary("Edm.Boolean", "Edm.Int32", "Equal"), table.InvalidInput, 12, 13},

		// What the service does not implement.
		{"A eq B", missing, table.NotImplemented, 5, 6},
		{"PartitionKey eq RowKey", missing, table.NotImplemented, 16, 22},
		{"1 eq 1", missing, table.NotImplemented, 5, 6},
		{"true eq true", missing, table.NotImplemented, 8, 12},
		{"(A eq 1) eq true", missing, table.NotImplemented, 9, 11},
		{"startswith(A,'x')", missing, table.NotImplemented, 0, 10},
		{"substringof('x',A) eq true", missing, table.NotImplemented, 0, 11},
		{"endswith(A, 'x') and B eq 1", missing, table.NotImplemented, 0, 8},
		{"indexof(A,'x') eq 1", missing, table.NotImplemented, 0, 7},
		{"contains(A,'x')", missing, table.NotImplemented, 0, 8},
		{"now()", missing, table.NotImplemented, 0, 3},
		{"NOT (A eq 1)", missing, table.NotImplemented, 0, 3},
		{"A add 1 gt 5", missing, table.NotImplemented, 2, 5},
		{"5 lt A sub 1", missing, table.NotImplemented, 7, 10},
		{"A mul 2 eq 4", missing, table.NotImplemented, 2, 5},
		{"A div 2 eq 4", missing, table.NotImplemented, 2, 5},
		{"A mod 2 eq 0", missing, table.NotImplemented, 2, 5},
		{"A eq -B", missing, table.NotImplemented, 5, 6},

		// Syntax outranks meaning, and meaning is judged in reading order.
		{"X eq null and A EQ 5", "Syntax error at position 18 in 'X eq null and A EQ 5'.", table.InvalidInput, 16, 18},
		{"X eq null and A eq B", inputs, table.InvalidInput, 5, 9},
		{"startswith(A,'x'", "')' or operator expected at position 16 in 'startswith(A,'x''.", table.InvalidInput, 0, 10},
	} {
		t.Run(c.text, func(t *testing.T) {
			got := parseError(t, c.text)
			want := Error{Code: c.code, Message: c.message, Hint: got.Hint, Offset: c.offset, End: c.end}
			if *got != want {
				t.Errorf("got  %+v\nwant %+v", *got, want)
			}
			if got.Hint == "" || !strings.HasSuffix(got.Hint, ".") && !strings.HasSuffix(got.Hint, "L.") {
				t.Errorf("hint %q is not a sentence", got.Hint)
			}
		})
	}
}

// A filter is read by the precedence not > and > or, with comparisons binding
// tighter than all three, and printed with the fewest parentheses that keep it.
func TestCanonical(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{" \t\r\n ", ""},
		{"A eq 1", "A eq 1"},
		{"((A))  eq\t(1)", "A eq 1"},
		{"1 lt A", "A gt 1"},
		{"'x' eq PartitionKey", "PartitionKey eq 'x'"},
		{"A eq 1 or B eq 2 and C eq 3", "A eq 1 or B eq 2 and C eq 3"},
		{"(A eq 1 or B eq 2) and C eq 3", "(A eq 1 or B eq 2) and C eq 3"},
		{"A eq 1 or (B eq 2 and C eq 3)", "A eq 1 or B eq 2 and C eq 3"},
		{"A eq 1 and (B eq 2 and C eq 3)", "A eq 1 and B eq 2 and C eq 3"},
		{"(A or B) or (C or D)", "A or B or C or D"},
		{"not A eq 1", "not (A eq 1)"},
		{"not(A eq 1)", "not (A eq 1)"},
		{"not A eq 1 and B", "not (A eq 1) and B"},
		{"not (A or B)", "not (A or B)"},
		{"not not A", "not not A"},
		{"not (not (A))", "not not A"},
		{"not true", "not true"},
		{"Done", "Done"},
		{"Done and true or false", "Done and true or false"},
		{"A eq ''", "A eq ''"},
		{"A eq 'O''Brien'", "A eq 'O''Brien'"},
		{"A eq ' and '", "A eq ' and '"},
		{"A eq 5l", "A eq 5L"},
		{"A eq -5", "A eq -5"},
		{"A eq 007", "A eq 7"},
		{"A eq -2147483648", "A eq -2147483648"},
		{"A eq 5D", "A eq 5.0"},
		{"A eq 1e0", "A eq 1.0"},
		{"A eq 1.5E-7", "A eq 1.5E-07"},
		{"A eq 0.1", "A eq 0.1"},
		{"A eq NaN or A eq INF or A eq -INF", "A eq NaN or A eq INF or A eq -INF"},
		{"A eq true or A eq false", "A eq true or A eq false"},
		{"A eq datetime'2020-01-22'", "A eq datetime'2020-01-22T00:00:00Z'"},
		{"A eq datetime'2020-01-22T02:00:00.10+02:00'", "A eq datetime'2020-01-22T00:00:00.1Z'"},
		{"A eq guid'68260B3F-BEAB-45E2-B900-33E2B442E724'", "A eq guid'68260b3f-beab-45e2-b900-33e2b442e724'"},
		{"A eq X'00FF' or A eq x'' or A eq binary'ab'", "A eq X'00ff' or A eq X'' or A eq X'ab'"},
		{"ꀕ eq 1 and _x9 eq 2", "ꀕ eq 1 and _x9 eq 2"},
		{"eq eq 1 and and ne 2 or or", "eq eq 1 and and ne 2 or or"},
		{"datetime eq 1 and X eq 2", "datetime eq 1 and X eq 2"},
		{"partitionkey eq 5", "partitionkey eq 5"},
		{"Timestamp ge datetime'2020-01-22T00:00:00Z'", "Timestamp ge datetime'2020-01-22T00:00:00Z'"},
	} {
		t.Run(c.text, func(t *testing.T) {
			e, err := Parse(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.String(); got != c.want {
				t.Errorf("printed as %q, want %q", got, c.want)
			}
			back, err := Parse(e.String())
			if err != nil || back.String() != c.want {
				t.Errorf("read back as %v, %v", back, err)
			}
		})
	}
}

// Every node knows the bytes it was read from.
func TestSource(t *testing.T) {
	const text = "not (Ä eq 'ö') and (5 lt A or Done)"
	e, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	source := func(n Node) string { return text[n.Source().Start:n.Source().End] }
	and := e.Root.(*And)
	not, or := and.Terms[0].(*Not), and.Terms[1].(*Or)
	left, right := not.Term.(*Comparison), or.Terms[0].(*Comparison)
	for _, c := range []struct {
		node Node
		want string
	}{
		{and, text}, {not, "not (Ä eq 'ö')"}, {or, "5 lt A or Done"},
		{left, "Ä eq 'ö'"}, {left.Property, "Ä"}, {left.Literal, "'ö'"},
		{right, "5 lt A"}, {right.Property, "A"}, {right.Literal, "5"}, {or.Terms[1], "Done"},
	} {
		if got := source(c.node); got != c.want {
			t.Errorf("%T %v was read from %q, want %q", c.node, c.node, got, c.want)
		}
	}
	if right.Op != GreaterThan {
		t.Errorf("a constant on the left kept the operator %v", right.Op)
	}
}

// Chains have one level, whatever their parentheses, and no Or lies directly in
// an Or nor an And in an And.
func TestChains(t *testing.T) {
	for _, text := range []string{"A or B or C or D", "(A or B) or (C or D)", "((A or (B or C)) or D)",
		"A and B and C and D", "(A and B) and (C and D)", "A and (B and (C and D))"} {
		e, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		terms := orTerms(e.Root)
		if and, ok := e.Root.(*And); ok {
			terms = and.Terms
		}
		got := ""
		for _, n := range terms {
			got += n.String()
		}
		if len(terms) != 4 || got != "ABCD" {
			t.Errorf("%s has the terms %v, want A, B, C, D", text, terms)
		}
	}
}

// Nesting and length are bounded, and exactly the documented bound is allowed.
// The bound holds for the printed form too, where "not" gains a parenthesis.
func TestBounds(t *testing.T) {
	nested := func(n int) map[string]string {
		return map[string]string{
			"parentheses": strings.Repeat("(", n) + "A eq 1" + strings.Repeat(")", n),
			"not":         strings.Repeat("not ", n) + "A eq 1",
			"not ( )":     strings.Repeat("not(", n) + "A eq 1" + strings.Repeat(")", n),
			"calls":       strings.Repeat("f(", n) + "A eq 1" + strings.Repeat(")", n),
			"minus":       strings.Repeat("-", n) + "A eq 1",
		}
	}
	for name, text := range nested(MaxDepth) {
		e, err := Parse(text)
		var refusal *Error
		if errors.As(err, &refusal) && refusal.Code == table.NotImplemented {
			continue
		}
		if err != nil {
			t.Errorf("%s, %d deep: %v", name, MaxDepth, err)
		} else if _, err := Parse(e.String()); err != nil {
			t.Errorf("%s, %d deep, printed: %v", name, MaxDepth, err)
		}
	}
	for _, n := range []int{MaxDepth + 1, MaxLength / 5} {
		for name, text := range nested(n) {
			if len(text) > MaxLength {
				text = text[:MaxLength]
			}
			if got := parseError(t, text); got.Message != msgInputs || !strings.Contains(got.Hint, "200") {
				t.Errorf("%s, %d deep: %v (%s)", name, n, got, got.Hint)
			}
		}
	}
	chain := strings.TrimSuffix(strings.Repeat("A and ", MaxLength/6), " and ")
	if e, err := Parse(chain); err != nil || comparisons(e.Root) != MaxLength/6 {
		t.Errorf("a chain of %d terms: %d comparisons, %v", MaxLength/6, comparisons(e.Root), err)
	}
	if got := parseError(t, strings.Repeat(" ", MaxLength+1)); got.Message != msgInputs || got.Offset != MaxLength {
		t.Errorf("a long text: %+v", got)
	}
}

// A filter without a text, and one that is not there, print as nothing.
func TestNothing(t *testing.T) {
	e, err := Parse("")
	if err != nil || e.String() != "" || (*Expr)(nil).String() != "" {
		t.Errorf("got %q and %v, want an empty text", e, err)
	}
}

// comparisons counts the discrete comparisons below n as the documentation's
// limit of 15 means them: each comparison and each bare Boolean property.
func comparisons(n Node) int {
	sum := 0
	switch n := n.(type) {
	case *Or:
		for _, term := range n.Terms {
			sum += comparisons(term)
		}
	case *And:
		for _, term := range n.Terms {
			sum += comparisons(term)
		}
	case *Not:
		return comparisons(n.Term)
	case *Comparison, *Property:
		return 1
	}
	return sum
}
