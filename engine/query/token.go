package query

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/keyrange/keyrange/engine/table"
)

// ContinuationToken names the first key of the next page, that key included.
// It is a place in the key order and nothing else: entities inserted after it
// are seen by the next page, those inserted before it are not, and when the
// named entity is gone the page starts at the next one.
type ContinuationToken struct {
	NextPartitionKey string
	NextRowKey       string // "" unless HasRowKey
	HasRowKey        bool   // false: start at the first entity of NextPartitionKey
}

// maxTokenText bounds the encoded part of a token: a key of 512 UTF-16 units
// is at most 1,536 bytes of UTF-8, and base64 makes four characters of three.
const maxTokenText = 2048

// tokenVersion opens every token of the service.
const tokenVersion = "1!"

// The service writes '=' as '-'. What it writes for '+' and '/' is not
// documented and clients must not care; these two need no escaping in a URL.
var (
	tokenText   = strings.NewReplacer("=", "-", "+", "*", "/", "_")
	tokenBase64 = strings.NewReplacer("-", "=", "*", "+", "_", "/")
)

// tokenAt returns the token that resumes at the entity with key k.
func tokenAt(k table.Key) *ContinuationToken {
	return &ContinuationToken{NextPartitionKey: k.PartitionKey, NextRowKey: k.RowKey, HasRowKey: true}
}

// Key returns the smallest key of the next page.
func (t ContinuationToken) Key() table.Key {
	return table.Key{PartitionKey: t.NextPartitionKey, RowKey: t.NextRowKey}
}

// PartitionText returns the value of x-ms-continuation-NextPartitionKey.
func (t ContinuationToken) PartitionText() string { return encodeTokenKey(t.NextPartitionKey) }

// RowText returns the value of x-ms-continuation-NextRowKey. ok is false when
// the token has none and the header is absent.
func (t ContinuationToken) RowText() (text string, ok bool) {
	if !t.HasRowKey {
		return "", false
	}
	return encodeTokenKey(t.NextRowKey), true
}

// String returns the token as the two query parameters that a client sends
// back, not percent-encoded.
func (t ContinuationToken) String() string {
	s := "NextPartitionKey=" + t.PartitionText()
	if row, ok := t.RowText(); ok {
		s += "&NextRowKey=" + row
	}
	return s
}

// encodeTokenKey writes 1!<n>!<text>: text is the key's UTF-8 in base64 and n
// the length of that text, padding included (Query timeout and pagination,
// REST reference, and recorded answers).
func encodeTokenKey(key string) string {
	text := tokenText.Replace(base64.StdEncoding.EncodeToString([]byte(key)))
	return tokenVersion + strconv.Itoa(len(text)) + "!" + text
}

// ParseToken reads the values of the query parameters NextPartitionKey and
// NextRowKey; nil stands for a parameter that the request does not have.
// Without both there is no token (nil, nil). A blank value, a NextRowKey alone
// and any text that encodeTokenKey would not write are refused with
// InvalidInput, as is a text of more than about 2,000 characters.
func ParseToken(nextPartitionKey, nextRowKey *string) (*ContinuationToken, error) {
	if nextPartitionKey == nil && nextRowKey == nil {
		return nil, nil
	}
	if nextPartitionKey == nil {
		return nil, refuseInput()
	}
	pk, ok := decodeTokenKey(*nextPartitionKey)
	if !ok {
		return nil, refuseInput()
	}
	token := &ContinuationToken{NextPartitionKey: pk}
	if nextRowKey == nil {
		return token, nil
	}
	if token.NextRowKey, token.HasRowKey = decodeTokenKey(*nextRowKey); !token.HasRowKey {
		return nil, refuseInput()
	}
	return token, nil
}

func decodeTokenKey(s string) (key string, ok bool) {
	rest, versioned := strings.CutPrefix(s, tokenVersion)
	length, text, cut := strings.Cut(rest, "!")
	if !versioned || !cut || len(text) > maxTokenText || length != strconv.Itoa(len(text)) {
		return "", false
	}
	raw, err := base64.StdEncoding.DecodeString(tokenBase64.Replace(text))
	if err != nil || !utf8.Valid(raw) {
		return "", false
	}
	// One key has one text: what the replacer or the decoder let pass beyond
	// that (line breaks, raw '=', loose trailing bits) is not a token.
	key = string(raw)
	return key, encodeTokenKey(key) == s
}

// refuseInput is the service's answer to a query option it cannot use.
func refuseInput() error {
	return table.Refuse(table.InvalidInput, "One of the request inputs is not valid.")
}
