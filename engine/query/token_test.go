package query

import (
	"errors"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

// The text is 1!<n>!<base64 of the key's UTF-8, '=' written as '-'>; the
// samples are from the documentation and from recorded answers.
func TestTokenText(t *testing.T) {
	for key, want := range map[string]string{
		"Smith":                          "1!8!U21pdGg-",
		"CabQuery":                       "1!12!Q2FiUXVlcnk-",
		`partition1-ô- -'-"-%20-%27-pk`:  "1!40!cGFydGl0aW9uMS3DtC0gLSctIi0lMjAtJTI3LXBr",
		`row-ô- -''-"-%20-%27-rk14`:      "1!36!cm93LcO0LSAtJyctIi0lMjAtJTI3LXJrMTQ-",
		"":                               "1!0!",
		"tables\x0101d32192bfeef623":     "1!32!dGFibGVzATAxZDMyMTkyYmZlZWY2MjM-",
		strings.Repeat("\uffff", 512)[:]: encodeTokenKey(strings.Repeat("\uffff", 512)),
	} {
		token := ContinuationToken{NextPartitionKey: key}
		if got := token.PartitionText(); got != want {
			t.Errorf("PartitionText of %q: got %q, want %q", key, got, want)
		}
		back, err := ParseToken(&want, nil)
		if err != nil || *back != token {
			t.Errorf("ParseToken(%q): got %+v, %v, want %q", want, back, err, key)
		}
	}
}

// NextRowKey may be absent, and then the page starts with the partition.
func TestParseToken(t *testing.T) {
	smith, empty := "1!8!U21pdGg-", "1!0!"
	t.Run("absent", func(t *testing.T) {
		if got, err := ParseToken(nil, nil); got != nil || err != nil {
			t.Errorf("got %+v, %v, want no token", got, err)
		}
	})
	t.Run("partition alone", func(t *testing.T) {
		got, err := ParseToken(&smith, nil)
		if err != nil || *got != (ContinuationToken{NextPartitionKey: "Smith"}) {
			t.Errorf("got %+v, %v", got, err)
		}
		if _, ok := got.RowText(); ok {
			t.Error("RowText: got a text, want none")
		}
	})
	t.Run("empty row key", func(t *testing.T) {
		got, err := ParseToken(&smith, &empty)
		if err != nil || !got.HasRowKey || got.NextRowKey != "" {
			t.Errorf("got %+v, %v, want a row key that is empty", got, err)
		}
	})
}

// Whatever the service did not write is refused with InvalidInput: blank
// values, a NextRowKey alone, wrong lengths, other alphabets, oversize.
func TestParseTokenRefused(t *testing.T) {
	smith := "1!8!U21pdGg-"
	refused := func(name string, pk, rk *string) {
		got, err := ParseToken(pk, rk)
		var e *table.Error
		if got != nil || !errors.As(err, &e) || e.Code != table.InvalidInput || e.Message != "One of the request inputs is not valid." {
			t.Errorf("%s: got %+v, %v, want InvalidInput", name, got, err)
		}
	}
	blank := ""
	refused("blank NextRowKey", &smith, &blank)
	refused("blank NextPartitionKey", &blank, nil)
	refused("NextRowKey alone", nil, &smith)
	for _, text := range []string{
		"U21pdGg=", "1!8!", "1!8", "1!", "1!7!U21pdGg-", "1!08!U21pdGg-", "1!+8!U21pdGg-", "2!8!U21pdGg-", "1!8!U21pdGg=",
		"1!8!U21p dGg", "1!9!U21p\ndGg-", "1!8!U21pdGh-", "1!4!_____", "1!4!/w--", "1!4!_w--", "1!8!U21pdGg-!", " 1!8!U21pdGg-", "1!-1!",
		encodeTokenKey(strings.Repeat("x", 1537)),
	} {
		refused(text, &text, nil)
		refused(text+" as row", &smith, &text)
	}
}

// No text panics, and one that is accepted is exactly the one that is written.
func FuzzToken(f *testing.F) {
	for _, s := range []string{"1!8!U21pdGg-", "1!0!", "1!4!_w--", "1!12!Q2FiUXVlcnk-", "", "1!!", "1!4!8J-Y"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, pk, rk string) {
		token, err := ParseToken(&pk, &rk)
		if err != nil {
			if token != nil {
				t.Fatalf("got a token %+v and %v", token, err)
			}
			return
		}
		row, ok := token.RowText()
		if token.PartitionText() != pk || !ok || row != rk {
			t.Fatalf("%q, %q come back as %s", pk, rk, token)
		}
	})
}

// Every key of legal length survives the round trip.
func FuzzTokenKey(f *testing.F) {
	for _, s := range []string{"", "Smith", "\U0001f600", "??>>", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, key string) {
		key = strings.ToValidUTF8(key, "")
		if len(key) > 3*table.MaxKeyLength {
			t.Skip()
		}
		text := encodeTokenKey(key)
		if strings.ContainsAny(text, "+/= ") {
			t.Fatalf("text of %q is not safe in a URL: %q", key, text)
		}
		if got, ok := decodeTokenKey(text); !ok || got != key {
			t.Fatalf("%q comes back as %q, %v", key, got, ok)
		}
	})
}
