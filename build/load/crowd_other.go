//go:build !linux

package load

import (
	"errors"
	"sync"
)

// each calls do for each connection, which waits until there is something to read
// on it, until do says that it is over.
func each(list []*connection, do func(i int) (over bool, err error)) error {
	errs := make([]error, len(list))
	var group sync.WaitGroup
	for i := range list {
		group.Go(func() {
			for over := false; !over && errs[i] == nil; {
				over, errs[i] = do(i)
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
