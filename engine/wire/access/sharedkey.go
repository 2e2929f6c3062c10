package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire"
)

// MaxSkew is how far the date of a signed request may be from the clock of the
// service, in either direction (Authorize with Shared Key, REST reference).
const MaxSkew = 15 * 60 * table.Second

// SigningKey is one of the secrets of an account, decoded.
type SigningKey []byte

// ParseSigningKey reads a key as it is written in connection strings: standard
// base64, not empty.
func ParseSigningKey(text string) (SigningKey, bool) {
	key, err := base64.StdEncoding.DecodeString(text)
	return key, err == nil && len(key) > 0
}

// sign returns the signature of a text: HMAC-SHA256 of its UTF-8, in base64.
func (k SigningKey) sign(text string) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// signedBy reports whether one of the account's keys made the signature.
func (a *Control) signedBy(signature, text string) bool {
	_, ok := a.signer(signature, text)
	return ok
}

// signer returns the key of the account that made the signature, if one did.
func (a *Control) signer(signature, text string) (SigningKey, bool) {
	got, err := base64.StdEncoding.DecodeString(signature)
	if err != nil {
		return nil, false
	}
	for _, key := range a.Keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(text))
		if hmac.Equal(got, mac.Sum(nil)) {
			return key, true
		}
	}
	return nil, false
}

// Scheme is a way to sign a whole request.
type Scheme string

// The schemes of the Table service.
const (
	SharedKey     Scheme = "SharedKey"
	SharedKeyLite Scheme = "SharedKeyLite"
)

// Sign returns the value of the Authorization header for a request, which
// must have x-ms-date or Date and all other fields by then. The URL counts as
// it is in the request, percent-encoding included.
func (s Scheme) Sign(req wire.Request, account string, key SigningKey) string {
	_, path, query := wire.SplitURL(req.URL)
	parameters, _ := wire.ParseQuery(query)
	text := s.stringToSign(req, canonicalResource(account, path, parameters))
	return string(s) + " " + account + ":" + key.sign(text)
}

// stringToSign is the text that a scheme signs (Authorize with Shared Key,
// "Table service", REST reference). Other than for blobs and queues the date
// is always part of it, and there are no canonicalised headers.
func (s Scheme) stringToSign(req wire.Request, resource string) string {
	date := dateOf(req.Header)
	if s == SharedKeyLite {
		return date + "\n" + resource
	}
	return req.Method + "\n" + req.Header.Get("Content-MD5") + "\n" + req.Header.Get("Content-Type") + "\n" + date + "\n" + resource
}

// canonicalResource is the account and the encoded path, where an emulator's
// path has the account once more, and of the query only comp.
func canonicalResource(account, path string, query []wire.Parameter) string {
	resource := "/" + account + path
	for _, p := range query {
		if p.Name == "comp" {
			return resource + "?comp=" + p.Value
		}
	}
	return resource
}

// dateOf is the date that a request is signed with.
func dateOf(h wire.Header) string {
	if date := h.Get("x-ms-date"); date != "" {
		return date
	}
	return h.Get("Date")
}

// verify checks the Authorization header of a request.
func (a *Control) verify(header string, req wire.Request, op wire.Operation) *wire.Refusal {
	scheme, credentials, ok := strings.Cut(header, " ")
	account, signature, paired := strings.Cut(credentials, ":")
	s := Scheme(scheme)
	if !ok || !paired || account == "" || signature == "" || s != SharedKey && s != SharedKeyLite {
		return wire.Refuse(wire.InvalidAuthenticationInfo, "The authentication information was not provided in the correct format. Verify the "+
			"value of Authorization header.")
	}
	if !strings.EqualFold(account, a.Account) || !fresh(dateOf(req.Header), op.Now) {
		return refuseAuthentication()
	}
	if !a.signedBy(signature, s.stringToSign(req, canonicalResource(account, op.Path, op.Query))) {
		return refuseAuthentication()
	}
	return nil
}

// fresh reports whether a date is an HTTP date (RFC 9110, 5.6.7) within
// MaxSkew of now.
func fresh(date string, now table.Ticks) bool {
	const layout = "Mon, 02 Jan 2006 15:04:05 GMT"
	at, err := time.Parse(layout, date)
	if err != nil {
		return false
	}
	apart := now - table.TicksOf(at)
	return -MaxSkew <= apart && apart <= MaxSkew
}
