package stress

import (
	"io"
	"net/url"
	"regexp"
	"strings"
)

// hidden stands where a secret was.
const hidden = "(hidden)"

// Hider writes texts without the secrets of an account. Whatever a client says in its
// errors goes through it.
type Hider struct {
	to      io.Writer
	secrets *strings.Replacer
}

// signed finds a signature in an address, also one that is not the account's.
var signed = regexp.MustCompile(`(?i)\b(sig|SharedAccessSignature|AccountKey)(=|%3D)[^&;\s"']+|(SharedKey(Lite)?\s+[^:\s]+:)[^\s"']+`)

// Hide returns a writer that leaves out the secrets of the account. A text must come
// in one call of Write.
func (a *Account) Hide(to io.Writer) *Hider {
	var pairs []string
	for _, secret := range []string{a.Key, a.Signature, a.sig()} {
		if secret != "" {
			pairs = append(pairs, secret, hidden, url.QueryEscape(secret), hidden, url.PathEscape(secret), hidden)
		}
	}
	return &Hider{to, strings.NewReplacer(pairs...)}
}

// sig is the part of the signature that proves something.
func (a *Account) sig() string {
	values, err := url.ParseQuery(a.Signature)
	if err != nil {
		return ""
	}
	return values.Get("sig")
}

// Text returns a text without the secrets.
func (h *Hider) Text(s string) string {
	return signed.ReplaceAllString(h.secrets.Replace(s), "$1$3="+hidden)
}

// Write writes a text without the secrets.
func (h *Hider) Write(p []byte) (int, error) {
	if _, err := io.WriteString(h.to, h.Text(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}
