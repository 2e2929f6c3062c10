package text

import (
	"cmp"
	"slices"
)

// SortedKeys returns the keys of a map in their order, nil for none. It takes far less of a
// program than the standard library's iterators do for each kind of map.
func SortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	if len(m) == 0 {
		return nil
	}
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
