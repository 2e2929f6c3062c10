package keys

import (
	"strings"
	"testing"
)

// The parts of any text, put together, are the text.
func checkParts(t *testing.T, text string) {
	t.Helper()
	var b strings.Builder
	for _, p := range Parts(text) {
		if p.Offset != b.Len() || p.Text == "" {
			t.Fatalf("%q: the part %q is at %d, want %d", text, p.Text, p.Offset, b.Len())
		}
		b.WriteString(p.Text)
	}
	if b.String() != text {
		t.Fatalf("the parts of %q are %q", text, b.String())
	}
}

// Parts name what they are, also where the text is no template yet.
func TestParts(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", ""},
		{"a{{b", "L:a{{b"},
		{"{Channel}_{13-At.month:02}", "B0:{ C0:Channel B0:} L:_ B1:{ N1:13 S1:- C1:At S1:. D1:month W1::02 B1:}"},
		{"{clean( Title , 'a}b' )}", "B0:{ F0:clean S0:( S0:  C0:Title S0:  S0:, S0:  Q0:'a}b' S0:  S0:) B0:}"},
		{"{At.yaer}{uper(x)}", "B0:{ C0:At S0:. !0:yaer B0:} B1:{ !1:uper S1:( C1:x S1:) B1:}"},
		{"x{Chan", "L:x B0:{ C0:Chan"},
		{"{'open", "B0:{ !0:'open"},
		{"a}b", "L:a !:} L:b"},
		{"{a:0b}", "B0:{ C0:a !0::0 C0:b B0:}"},
		{"{ß$\xff}", "B0:{ C0:ß !0:$ !0:\xff B0:}"},
	}
	for _, test := range tests {
		checkParts(t, test.text)
		var got []string
		for _, p := range Parts(test.text) {
			slot := ""
			if p.Slot >= 0 {
				slot = string(rune('0' + p.Slot))
			}
			got = append(got, string("LBCFDNQSW!"[p.Kind])+slot+":"+p.Text)
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q:\ngot  %s\nwant %s", test.text, strings.Join(got, " "), test.want)
		}
	}
}

// At the cursor, marked |, the list offers what can stand there, and the first
// of it, once taken, gives the text with the cursor in its new place.
func TestComplete(t *testing.T) {
	tests := []struct{ text, labels, taken string }{
		{"{|", "Channel PostId PostedAt", "{Channel}|"},
		{"a_{|}", "Channel PostId PostedAt", "a_{Channel|}"},
		{"{chan|", "Channel", "{Channel}|"},
		{"{Chan|nel}", "Channel", "{Channel|}"},
		{"{posted|", "PostedAt", "{PostedAt|}"},
		{"{PostedAt.|", "year month day", "{PostedAt.year}|"},
		{"{PostedAt.week|}", "week weekYear weekday monthWeek", "{PostedAt.week|}"},
		{"{9999-PostedAt.y|}", "year day weekYear weekday dayOfYear", "{9999-PostedAt.year|}"},
		{"{upp|", "upper(x)", "{upper(|)}"},
		{"{upp|(Channel)}", "upper(x)", "{upper(|Channel)}"},
		{"{upper(ti|)}", "Title ticks(x) PostId Rating reverseTicks(x)", "{upper(Title|)}"},
		{"{rown|", "rowNumber()", "{rowNumber()}|"},
		{"{Größ|-{x}", "Größe", "{Größe}|-{x}"},
		{"Chan|", "", ""},
		{"{Channel}|", "", ""},
		{"{PostId:0|}", "", ""},
		{"{or(x,'Un|", "", ""},
		{"|", "", ""},
	}
	for _, test := range tests {
		cursor := strings.Index(test.text, "|")
		text := strings.Replace(test.text, "|", "", 1)
		all := Complete(text, cursor, sampleColumns)
		var labels []string
		for _, s := range all {
			labels = append(labels, s.Label)
		}
		if got := strings.Join(labels, " "); !strings.HasPrefix(got, test.labels) || test.labels == "" && got != "" {
			t.Errorf("%s: the list is %s, want %s", test.text, got, test.labels)
			continue
		}
		if len(all) == 0 {
			continue
		}
		s := all[0]
		taken := text[:s.Offset] + s.Text + text[s.End:]
		if got := taken[:s.Cursor] + "|" + taken[s.Cursor:]; got != test.taken {
			t.Errorf("%s: the first of the list gives %s, want %s", test.text, got, test.taken)
		}
	}
}
