package wire

// Cause says why a shared access signature is refused. The service tells less:
// one code and one sentence stand for most of them.
type Cause uint8

// The causes, in the order in which they are looked for.
const (
	NoCause         Cause = iota
	WrongVersion          // sv names no version that has such signatures
	WrongSignature        // sig is not of the other parameters, or not with a key of the account
	NoPolicy              // the table has no stored access policy of that name
	GivenTwice            // the stored policy and the query both have the parameter
	Malformed             // the parameter is missing, or makes no sense
	Expired               // now is not before the expiry
	TooEarly              // now is before the start
	WrongAddress          // the sender's address is not among those allowed
	WrongProtocol         // it came by http
	WrongService          // the account's signature is for other services
	WrongResource         // the account's signature is for other types of resources
	NotDelegable          // no such signature is good for the operation
	WrongTable            // the signature is for another table
	WrongPermission       // the operation needs a permission that is not given
)

// Because adds what a refusal is about.
func (r *Refusal) Because(cause Cause, parameter string) *Refusal {
	r.Cause, r.Parameter = cause, parameter
	return r
}
