//go:build unix

package oplog

import (
	"os"
	"syscall"
)

// renamesClosed says that a file has to be closed to be renamed or replaced.
const renamesClosed = false

// lock takes the file for this process, until it is closed.
func lock(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
