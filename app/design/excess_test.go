package design

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/app/design/draft"
	"github.com/keyrange/keyrange/engine/link"
)

// What is too much is refused with a sentence that blames the link or the file and
// names its bound, and nothing of it is parsed.
func TestExcess(t *testing.T) {
	parts, _ := pasted(t, "city,n\nBern,1\nBasel,2\n").MomentFile(false)
	file := string(bytes.Join(parts, nil))
	head, _, _ := strings.Cut(strings.TrimPrefix(file, "keyrange.work 1\n"), "\n")
	moment := file[strings.LastIndex(strings.TrimSpace(file), "\n")+1:]
	with := func(member string) string { return strings.Replace(file, `"W":{`, `"W":{`+member+`,`, 1) }
	nested := strings.Repeat("[", 500_000) + strings.Repeat("]", 500_000)
	for name, c := range map[string]struct{ file, want string }{
		"nots":     {with(`"Filter":"` + strings.Repeat("not ", 200_000) + `A eq 1"`), "a text of more than 131,072 bytes"},
		"a title":  {strings.Replace(file, head, strings.Replace(head, `"Title":"`, `"Title":"`+strings.Repeat("x", 1<<20), 1), 1), "a text of more than 131,072 bytes"},
		"arrays":   {with(`"X":` + nested), "nests values more than 32 deep"},
		"a head":   {strings.Replace(file, head, nested, 1), "nests values more than 32 deep"},
		"columns":  {with(`"X":[{}` + strings.Repeat(",{}", 20_001) + `]`), "more than 20,000 values in one piece"},
		"gestures": {file + strings.Repeat(moment, 9_000), "gestures, and at most 2,000 can be opened"},
		"screens": {file + func() (text string) {
			for n := range 40 {
				text += "kt1.s" + strconv.Itoa(n) + ".AAAA\n"
			}
			return text
		}(), draft.ErrWorkFile.Error()},
		"damaged": {file[:len(file)/2] + "\n", draft.ErrWorkFile.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			p := New(1)
			before, rests := p.Edit.Journal(), 0
			err := p.OpenMoment([]byte(c.file), func() { rests++ })
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "This file ") || p.Edit.Journal() != before {
				t.Errorf("a file: got %v", err)
			}
			text := "k1." + link.Seal(link.Compress([]byte(c.file), func() {}))
			err = p.OpenMoment([]byte(text), func() {})
			if err == nil || !strings.HasPrefix(err.Error(), "This link ") || p.Edit.Journal() != before {
				t.Errorf("a link: got %v", err)
			}
			if tooMuch := err == link.TooLarge || err == link.TooLong; tooMuch != (len(c.file) > 64<<10) {
				t.Errorf("a link that holds %d bytes: got %v", len(c.file), err)
			}
		})
	}
}

// A file that fills the journal opens, with a rest at least at every eight gestures.
func TestFullFile(t *testing.T) {
	p := pasted(t, "city,n\nBern,1\nBasel,2\n")
	for n := p.Edit.Journal().Len(); n < 2000; n++ {
		p.Edit.Change("$top "+strconv.Itoa(n), func(w *draft.Work) { w.Top = 1 + n%900 })
	}
	parts, _ := p.MomentFile(true)
	q, rests := New(1), 0
	if err := q.OpenMoment(bytes.Join(parts, nil), func() { rests++ }); err != nil || q.Edit.Journal().Len() != 2000 || rests < 200 {
		t.Errorf("got %v, %d gestures and %d rests", err, q.Edit.Journal().Len(), rests)
	}
}
