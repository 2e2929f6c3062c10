package encoding

import (
	"encoding/json"
	"strings"
	"testing"
)

// The reader of JSON agrees with the standard library on what an object is. It
// looks less closely at arrays and objects inside, which are refused or
// ignored.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1,"b":"x\u00e4\n","c":null}`, `{"a":-0.5e+7}`, `{"a":01}`, `{"a":"\ud800\udc00\ud800"}`, `{"a":1,}`, `{"a":[{"b":"]"}]}`, "{\"a\":\"\x01\"}", `{"a":tru}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "\uFFFD") // as readMembers does
		r := Reader{Text: text}
		r.Open()
		nested := false
		values := map[string]string{}
		for first := true; ; first = false {
			name, more := r.Next(first)
			if !more {
				break
			}
			kind, value := r.Value()
			nested = nested || kind == Nested
			if kind == String {
				values[name] = value
			} else {
				delete(values, name)
			}
		}
		var want map[string]any
		err := json.Unmarshal([]byte(text), &want)
		object := err == nil && want != nil
		switch {
		case strings.HasPrefix(text, "\uFEFF"), nested && !object:
		case object && r.Failed && halfPair(text): // encoding/json puts U+FFFD there, which is another text
		case object && r.Failed && !nested:
			t.Errorf("refused: %q", text)
		case !object && !r.Failed:
			t.Errorf("accepted: %q", text)
		case object && !nested:
			for name, value := range values {
				if got, ok := want[name].(string); !ok || got != value {
					t.Errorf("%q is %q, want %q", name, value, got)
				}
			}
		}
	})
}

// halfPair reports whether a text may have one half of a surrogate pair.
func halfPair(text string) bool {
	lower := strings.ToLower(text)
	return strings.Contains(lower, `\ud`)
}

// Half a surrogate pair is refused wherever it stands; a whole one is read.
func TestSurrogates(t *testing.T) {
	for text, want := range map[string]string{
		`"\ud83d\ude00"`: "😀", `"a\uD83D\uDE00b"`: "a😀b", `"\ufffd"`: "\uFFFD",
		`"\ud83d"`: "", `"\ude00"`: "", `"\ud83dx"`: "", `"\ud83d\ud83d\ude00"`: "", `"\ude00\ud83d"`: "", `"\ud83d\u0041"`: "",
	} {
		r := Reader{Text: `{"a":` + text + `}`}
		r.Open()
		r.Next(true)
		_, got := r.Value()
		if r.Failed != (want == "") || !r.Failed && got != want {
			t.Errorf("%s is read as %q, failed %v", text, got, r.Failed)
		}
	}
}

// What is written as a JSON string reads back as it was.
func FuzzString(f *testing.F) {
	f.Add("a\"\\\b\f\n\r\té😀\u007f\u0080\uFFFF")
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\uFFFD")
		written := string(AppendString(nil, s))
		for i := range len(written) {
			if written[i] >= 0x80 || written[i] < ' ' {
				t.Fatalf("%q is not plain ASCII", written)
			}
		}
		var back string
		if err := json.Unmarshal([]byte(written), &back); err != nil || back != s {
			t.Errorf("%q reads as %q, %v", s, back, err)
		}
		r := Reader{Text: written}
		if got := r.quoted(); got != s || r.Failed || r.at != len(written) {
			t.Errorf("%q reads as %q", s, got)
		}
	})
}
