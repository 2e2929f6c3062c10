package access

import (
	"strconv"
	"strings"
)

// addresses is a range of IP addresses, both ends included. Signatures know
// those of version 4 only.
type addresses struct{ low, high uint32 }

// parseAddresses reads one address or two with a hyphen between.
func parseAddresses(s string) (addresses, bool) {
	first, second, ranged := strings.Cut(s, "-")
	low, ok := parseAddress(first)
	if !ranged {
		return addresses{low, low}, ok
	}
	high, alsoOK := parseAddress(second)
	return addresses{low, high}, ok && alsoOK && low <= high
}

// parseAddress reads an address of version 4, also in the form that version 6
// has for it.
func parseAddress(s string) (uint32, bool) {
	s = strings.TrimPrefix(s, "::ffff:")
	var address uint32
	for i := range 4 {
		part, rest, more := strings.Cut(s, ".")
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || more != (i < 3) || len(part) > 1 && part[0] == '0' {
			return 0, false
		}
		address, s = address<<8|uint32(n), rest
	}
	return address, true
}
