package access

import (
	"strings"

	"github.com/keyrange/keyrange/engine/wire/encoding"
)

// SignedLine is one line of the text that a shared access signature is of.
type SignedLine struct {
	// Name is the parameter whose value the line is. The line of the account
	// or the table is "resource", and the one behind the last newline of an
	// account's signature is "".
	Name string
	Text string
}

// ofAccount tells an account's signature from a table's.
func (s SAS) ofAccount() bool { return s.services != "" || s.resourceTypes != "" }

// Lines returns the text that the signature is of, for an account: its lines
// joined with newlines (Create a service SAS and Create an account SAS, REST
// reference).
func (s SAS) Lines(account string) []SignedLine {
	list := make([]SignedLine, 0, 12)
	add := func(names ...string) {
		for _, name := range names {
			list = append(list, SignedLine{name, s.Get(name)})
		}
	}
	if s.ofAccount() {
		list = append(list, SignedLine{"resource", account})
		add("sp", "ss", "srt", "st", "se", "sip", "spr", "sv")
		if s.version >= versionScope {
			add("ses")
		}
		return append(list, SignedLine{}) // other than that for a table, the text ends with a newline
	}
	resource := "/" + account + "/" + strings.ToLower(s.table)
	if s.version >= versionPrefix {
		resource = "/table" + resource
	}
	add("sp", "st", "se")
	list = append(list, SignedLine{"resource", resource})
	add("si")
	if s.version >= versionConditions {
		add("sip", "spr")
	}
	add("sv", "spk", "srk", "epk", "erk")
	return list
}

// stringToSign is the text that the signature is of, for an account.
func (s SAS) stringToSign(account string) string {
	lines := s.Lines(account)
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.Text
	}
	return strings.Join(texts, "\n")
}

// Sign puts the signature with a key of the account in.
func (s *SAS) Sign(account string, key SigningKey) { s.signature = key.sign(s.stringToSign(account)) }

// Query writes the parameters that are not empty as the query of a URL, without
// a question mark.
func (s SAS) Query() string {
	var out []byte
	for _, name := range []string{"sv", "ss", "srt", "ses", "tn", "st", "se", "sp", "si", "sip", "spr", "spk", "srk", "epk", "erk", "sig"} {
		value := s.Get(name)
		if value == "" {
			continue
		}
		if name == "tn" {
			value = strings.ToLower(value)
		}
		if len(out) > 0 {
			out = append(out, '&')
		}
		out = encoding.AppendPercent(append(append(out, name...), '='), value)
	}
	return string(out)
}
