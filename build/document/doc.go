// Package document reads the HTML that go-app's encoder writes and writes it
// again in one canonical form.
//
// Parse and Node are what a reader meets first. What always holds: the text
// that Node.String gives is parsed by a browser into the tree that go-app
// builds for the same components, and two runs over the same components give
// the same bytes. The encoder alone promises neither: it indents every child,
// quotes attribute values as Go strings, drops the value "true", keeps "false"
// on attributes whose mere presence means yes, and writes attributes in map
// order.
//
// It reads that encoder's grammar only, and is no general HTML parser: a page
// that contains app.Raw is outside of it, because ready HTML cannot be told
// from the encoder's own tags. Two things the encoder's output does not tell apart, and how they are read: a
// line that begins with exactly the indentation of a sibling is a sibling, and
// an empty line before a sibling is an empty text outside of pre and part of
// the text inside it.
package document
