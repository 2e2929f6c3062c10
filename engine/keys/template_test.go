package keys

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/keys/keystest"
	"github.com/keyrange/keyrange/engine/table"
)

// The row of the package comment, and some columns of every other type.
var sampleColumns = []Column{
	{Name: "Channel", Type: table.String}, {Name: "PostId", Type: table.Int32}, {Name: "PostedAt", Type: table.DateTime}, {Name: "Title", Type: table.String},
	{Name: "Rating", Type: table.Double}, {Name: "Author", Type: table.String}, {Name: "Views", Type: table.Int64}, {Name: "Empty", Type: table.String},
	{Name: "Draft", Type: table.Boolean}, {Name: "Updated", Type: table.DateTime}, {Name: "Big", Type: table.Int64}, {Name: "Low", Type: table.Int32}, {Name: "Größe", Type: table.String},
}

var sampleRow = keystest.Row{
	table.StringValue("Football"), table.Int32Value(42), keystest.Date("2008-10-28T19:04:11"), table.StringValue("Face/Off"),
	table.DoubleValue(4.5), {}, {}, table.StringValue(""),
	table.BooleanValue(true), {}, table.Int64Value(9223372036854775807), table.Int32Value(-5), table.StringValue("Ärger 😀"),
}

func bound(t *testing.T, text string) *Bound {
	t.Helper()
	template, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	b, err := template.Bind(sampleColumns)
	if err != nil {
		t.Fatalf("Bind(%q): %v", text, err)
	}
	return b
}

// A template gives the key that its grammar promises, and its canonical text
// gives the same.
func TestKey(t *testing.T) {
	tests := []struct{ template, want string }{
		{"", ""},
		{"movies", "movies"},
		{"{{a}}", "{a}"},
		{"{{{Channel}}}", "{Football}"},
		{"{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}", "Football_7991_03"},
		{"{ Channel }-{ PostId : 6 }", "Football-000042"},
		{"{PostId:1}", "42"},
		{"{Low:04}", "-0005"},
		{"{Low}", "-5"},
		{"{Rating:03}", "004.5"},
		{"{Channel:10}", "00Football"},
		{"{Größe:9}", "00Ärger 😀"},
		{"{'12':4}{'1a':4}", "0012001a"},
		{"{PostedAt}", "2008-10-28T19:04:11.0000000Z"},
		{"{PostedAt.date}T{PostedAt.time}", "2008-10-28T19:04:11"},
		{"{PostedAt.day}.{PostedAt.hour}.{PostedAt.minute:02}.{PostedAt.second}", "28.19.04.11"},
		{"{PostedAt.week}.{PostedAt.weekYear}.{PostedAt.monthWeek}.{PostedAt.weekday}.{PostedAt.dayOfYear}", "44.2008.4.2.302"},
		{"{1+2*3}", "7"},
		{"{(1+2)*3}", "9"},
		{"{10-4-3}", "3"},
		{"{10-(4-3)}", "9"},
		{"{7/2}{-7/2}{7%3}{-7%3}", "3-31-1"},
		{"{7/2.0}", "3.5"},
		{"{Rating*2}", "9.0"},
		{"{Rating+0.25}", "4.75"},
		{"{--3}{-(1+2)}{-PostId}", "3-3-42"},
		{"{floor(-1.5)}{floor(Rating*10):03}{floor(PostId)}", "-204542"},
		{"{Draft}", "true"},
		{"{upper(Größe)}{lower(Größe)}{reverse(Größe)}", "ÄRGER 😀ärger 😀😀 regrÄ"},
		{"{prefix(Größe,2)}{prefix(Größe,7)}{prefix(PostId,1)}", "ÄrÄrger 😀4"},
		{"{clean(Title,'')}{clean('a?#b\\c/')}", "FaceOffa__b_c_"},
		{"{clean(Title,'::')}", "Face::Off"},
		{"{or(Views,7)+1}", "8"},
		{"{or(Views,0.5)}", "0.5"},
		{"{or(Views,'none')}{or(PostId,'none'):04}", "none0042"},
		{"{or(Empty,'x')}{or(Author,Channel)}{or(or(Author,Empty),'y')}", "xFootbally"},
		{"{or(Updated,PostedAt).year}", "2008"},
		{"{or(Updated.year,1900)}", "1900"},
		{"{or(13-Updated.month,'?'):02}x", "0?x"},
		{"{'it''s'}", "it's"},
		{"{ticks(PostedAt)}", "633608174510000000"},
		{"{upper(prefix(reverse(clean(Title)),3))}", "FFO"},
		{"{9223372036854775807}", "9223372036854775807"},
		{"{-9223372036854775807-1}", "-9223372036854775808"},
		{"{0.0}", "0.0"},
		{"{1.5*1000000000000000000000.0}", "1.5E+21"},
	}
	for _, test := range tests {
		b := bound(t, test.template)
		got, err := b.Key(sampleRow, 0)
		if got != test.want && !strings.Contains(test.want, "?") {
			t.Errorf("%q gave %q (%v), want %q", test.template, got, err, test.want)
		}
		canonical := b.Template().String()
		if again, _ := bound(t, canonical).Key(sampleRow, 0); again != got {
			t.Errorf("%q gave %q, its canonical form %q gave %q", test.template, got, canonical, again)
		}
	}
}

// What the menu shows for each function and date part is what it does.
func TestExamples(t *testing.T) {
	for _, f := range Functions() {
		if got, err := bound(t, f.Example).Key(sampleRow, 0); got != f.Gives || err != nil {
			t.Errorf("%s gave %q, %v, want %q", f.Example, got, err, f.Gives)
		}
		if !strings.HasPrefix(f.Signature, f.Name+"(") {
			t.Errorf("the signature of %s is %q", f.Name, f.Signature)
		}
	}
	for _, p := range dateParts {
		if got, err := bound(t, p.Example).Key(sampleRow, 0); got != p.Gives || err != nil {
			t.Errorf("%s gave %q, %v, want %q", p.Example, got, err, p.Gives)
		}
	}
}

// The reverse ticks of the log tail pattern: D19 of MaxValue - ticks.
func TestReverseTicks(t *testing.T) {
	b := bound(t, "{reverseTicks(PostedAt):19}")
	for when, want := range map[string]string{
		"2008-10-01T10:00:00": "2521794455999999999",
		"2008-10-02T10:00:00": "2521793591999999999",
		"9999-12-31":          "0000000863999999999",
	} {
		row := append(keystest.Row(nil), sampleRow...)
		row[2] = keystest.Date(when)
		if got, _ := b.Key(row, 0); got != want {
			t.Errorf("reverseTicks of %s is %s, want %s", when, got, want)
		}
	}
}

// Buckets are even enough for names that differ in one place, whatever their
// number: no bucket of 6,400 such names is half as full again as the mean.
func TestHashSpreads(t *testing.T) {
	for _, n := range []uint32{2, 7, 10, 16, 64} {
		for _, name := range []string{"device-%", "%@example.com", "2008-10-28T%"} {
			full := make([]int, n)
			for i := range 6400 {
				full[hashOf([]byte(strings.Replace(name, "%", strconv.Itoa(i), 1)))%n]++
			}
			if most := slices.Max(full); most*int(n)*2 > 3*6400 {
				t.Errorf("%s: one of %d buckets holds %d of 6400", name, n, most)
			}
		}
	}
}

// Published test vectors of FNV-1a 64, folded by hand.
func TestHash(t *testing.T) {
	for text, full := range map[string]uint64{"": 0xcbf29ce484222325, "a": 0xaf63dc4c8601ec8c, "foobar": 0x85944171f73967e8} {
		if got, want := hashOf([]byte(text)), uint32(full>>32)^uint32(full&0xffffffff); got != want {
			t.Errorf("hashOf(%q) = %d, want %d", text, got, want)
		}
	}
}

// A broken template is answered with a sentence and the bytes it is about.
func TestParseError(t *testing.T) {
	deep := "{" + strings.Repeat("upper(", 20) + "Channel" + strings.Repeat(")", 20) + "}"
	tests := []struct{ template, fragment, at string }{
		{"{Channel", "not closed", "{Channel"},
		{"a{", "not closed", "{"},
		{"{Channel}}", "no opening brace", "}"},
		{"a}b", "no opening brace", "}"},
		{"{}", "braces are empty", "{}"},
		{"x{ }", "braces are empty", "{ }"},
		{"{Chanel}", "Did you mean Channel?", "Chanel"},
		{"{channel}", "Did you mean Channel?", "channel"},
		{"{Nothing_like_it}", "no column named Nothing_like_it. The first columns are Channel, PostId, ", "Nothing_like_it"},
		{"{uper(Channel)}", "Did you mean upper?", "uper"},
		{"{upper}", "needs parentheses", "upper"},
		{"{upper()}", "upper(x)", "upper()"},
		{"{upper(Channel,1)}", "upper(x)", "upper(Channel,1)"},
		{"{upper(Channel}", "not closed", "("},
		{"{(1+2}", "not closed", "("},
		{"{'abc}", "quote is not closed", "'abc}"},
		{"{PostedAt.yaer}", "Did you mean year?", "yaer"},
		{"{PostedAt.}", "after the point", "."},
		{"{PostedAt.date.year}", "no parts of its own", "."},
		{"{Channel.year}", "Channel is text", "Channel"},
		{"{PostId.year}", "PostId is a whole number", "PostId"},
		{"{PostId:}", "A width", ":"},
		{"{PostId:0}", "A width", ":0"},
		{"{PostId:99}", "A width", ":99"},
		{"{PostId:02x}", "A closing brace", "x"},
		{"{PostId PostId}", "A closing brace", "P"},
		{"{1+}", "belongs here", "}"},
		{"{*2}", "belongs here", "*"},
		{"{ä+1}", "no column named ä", "ä"},
		{"{Channel+1}", "Channel is text", "Channel"},
		{"{1-PostedAt}", "PostedAt is a date", "PostedAt"},
		{"{-Channel}", "Channel is text", "Channel"},
		{"{Draft*2}", "not a number", "Draft"},
		{"{prefix(Channel,0)}", "1 to 512", "0"},
		{"{prefix(Channel,PostId)}", "1 to 512", "PostId"},
		{"{prefix(Channel,513)}", "1 to 512", "513"},
		{"{clean(Title,'/')}", "a key may hold", "'/'"},
		{"{clean(Title,Channel)}", "a key may hold", "Channel"},
		{"{floor(Channel)}", "A number belongs here", "Channel"},
		{"{ticks(PostId)}", "A date belongs here", "PostId"},
		{"{hash(Channel)%0}", "division by 0", "hash(Channel)%0"},
		{"{9223372036854775807+1}", "too large", "9223372036854775807+1"},
		{"{9223372036854775808}", "too large", "9223372036854775808"},
		{deep, "levels deep", ""},
		{"{" + strings.Repeat("-", 40) + "1}", "minus signs", "-"},
		{strings.Repeat("a", 1025), "at most 1,024 bytes", "a"},
	}
	for _, test := range tests {
		err := parseAndBind(test.template)
		if err == nil {
			t.Errorf("%q is accepted", test.template)
			continue
		}
		if !strings.Contains(err.Message, test.fragment) {
			t.Errorf("%q: the message %q lacks %q", test.template, err.Message, test.fragment)
		}
		if at := test.template[err.Offset:err.End]; test.at != "" && at != test.at {
			t.Errorf("%q: the error is about %q, want %q", test.template, at, test.at)
		}
		if strings.ContainsAny(err.Message, "!—–") || !strings.HasSuffix(err.Message, ".") && !strings.HasSuffix(err.Message, "?") {
			t.Errorf("%q: the message %q breaks the rules of wording", test.template, err.Message)
		}
	}
}

func parseAndBind(text string) *Error {
	var at *Error
	template, err := Parse(text)
	if err == nil {
		_, err = template.Bind(sampleColumns)
	}
	errors.As(err, &at)
	return at
}

// A row that cannot have a key says why, by its number from 1.
func TestRowError(t *testing.T) {
	tests := []struct {
		template, key, message string
		cause                  Cause
	}{
		{"{Author}", "", "Row 12: Author is missing.", Missing},
		{"{Views+1}", "", "Row 12: Views is missing.", Missing},
		{"{Updated.year}", "", "Row 12: Updated is missing.", Missing},
		{"{upper(or(Author,Author))}", "", "Row 12: Author is missing.", Missing},
		{"{or(Views+or(Views,0),1)}", "1", "", 0},
		{"{Views+or(Views,0)}", "", "Row 12: Views is missing.", Missing},
		{"{Big+1}", "", "Row 12: Big+1 is too large.", Overflow},
		{"{Big*Big}", "", "Row 12: Big*Big is too large.", Overflow},
		{"{(-Big-1)/Low*5}", "9223372036854775805", "", 0},
		{"{(-Big-1)/(Low+4)}", "", "Row 12: (-Big-1)/(Low+4) is too large.", Overflow},
		{"{(-Big-1)*(Low+4)}", "", "Row 12: (-Big-1)*(Low+4) is too large.", Overflow},
		{"{(-Big-1)%(Low+4)}", "0", "", 0},
		{"{1/(Low+5)}", "", "Row 12: 1/(Low+5) divides by 0.", DivisionByZero},
		{"{1.5%(Low+5)}", "", "Row 12: 1.5%(Low+5) divides by 0.", DivisionByZero},
		{"{Title}", "Face/Off", "", 0},
	}
	for _, test := range tests {
		key, err := bound(t, test.template).Key(sampleRow, 11)
		var row *RowError
		errors.As(err, &row)
		switch {
		case key != test.key:
			t.Errorf("%q gave the key %q, want %q", test.template, key, test.key)
		case test.cause == 0 && err != nil:
			t.Errorf("%q: %v", test.template, err)
		case test.cause != 0 && (row == nil || row.Cause != test.cause || row.Error() != test.message):
			t.Errorf("%q: %v, want %q", test.template, err, test.message)
		}
	}
}

// A value of another type than its column's is reported, never misread.
func TestWrongType(t *testing.T) {
	row := append(keystest.Row(nil), sampleRow...)
	row[1], row[2] = table.StringValue("many"), table.Int32Value(3)
	for _, text := range []string{"{PostId}", "{PostedAt.year}"} {
		var e *RowError
		if _, err := bound(t, text).Key(row, 0); !errors.As(err, &e) || e.Cause != WrongType {
			t.Errorf("%s of a wrong value: %v", text, err)
		}
	}
}

// For every text: parsing does not panic, errors point into the text, and the
// canonical form is a fixed point that makes the same keys.
func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{"", "{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}", "{reverse(clean(or(Title,'x'),'_')):19}", "{{}}{-(1+2)*3%4/5.5}", "{hash(Channel)%16:02}", "{prefix(Größe,3)}", "{(((1)))}", "{'a''b'}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		template, err := Parse(text)
		checkParts(t, text)
		Complete(text, len(text)/2, sampleColumns)
		var at *Error
		if errors.As(err, &at) {
			if at.Offset < 0 || at.Offset > at.End || at.End > len(text) {
				t.Fatalf("%q: error at %d to %d of %d bytes", text, at.Offset, at.End, len(text))
			}
			return
		}
		canonical := template.String()
		if len(canonical) > MaxTemplate {
			return
		}
		again, err := Parse(canonical)
		if err != nil || again.String() != canonical {
			t.Fatalf("%q: the canonical form %q reads back as %v, %v", text, canonical, again, err)
		}
		compareKeys(t, template, again)
	})
}

func compareKeys(t *testing.T, x, y *Template) {
	t.Helper()
	bx, errX := x.Bind(sampleColumns)
	by, errY := y.Bind(sampleColumns)
	if (errX == nil) != (errY == nil) {
		t.Fatalf("%q binds with %v, %q with %v", x.Text(), errX, y.Text(), errY)
	}
	if errX != nil {
		return
	}
	kx, errX := bx.Key(sampleRow, 3)
	ky, errY := by.Key(sampleRow, 3)
	if kx != ky || (errX == nil) != (errY == nil) {
		t.Fatalf("%q gives %q, %v and %q gives %q, %v", x.Text(), kx, errX, y.Text(), ky, errY)
	}
}
