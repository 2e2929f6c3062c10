package access

import (
	"bytes"
	"crypto/subtle"
)

// proof is a shared access signature that was found to be right: the requests of a
// client have the same one, and so have all operations of a batch.
type proof struct {
	signed    SAS // without its signature
	signature []byte
	account   string
	key       SigningKey // that signed it
}

func newProof(s SAS, account string, key SigningKey) proof {
	p := proof{signed: s, signature: []byte(s.signature), account: account, key: bytes.Clone(key)}
	p.signed.signature = ""
	return p
}

// proven reports whether a signature is the one that was proved last, to the byte,
// with a key that the account still has. How long the comparison takes says nothing
// about the signature.
func (a *Control) proven(s SAS) bool {
	signature := s.signature
	s.signature = ""
	return a.last.account == a.Account && a.last.signed == s && a.has(a.last.key) &&
		subtle.ConstantTimeCompare(a.last.signature, []byte(signature)) == 1
}

func (a *Control) has(key SigningKey) bool {
	for _, k := range a.Keys {
		if bytes.Equal(k, key) {
			return true
		}
	}
	return false
}
