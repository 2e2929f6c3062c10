package oplog

import (
	"os"
	"syscall"
	"unsafe"
)

// renamesClosed says that a file has to be closed to be renamed or replaced: this
// system refuses both while the file is open (MoveFileEx, Win32 API reference).
const renamesClosed = true

// The flags of LockFileEx (Win32 API reference).
const (
	lockAtOnce    = 1
	lockExclusive = 2
)

// lock takes the file for this process, until it is closed. Bytes that are locked
// can be read by nobody else, so the lock is on one behind the end of any log: a
// backup can read all of it.
func lock(file *os.File) error {
	at := syscall.Overlapped{OffsetHigh: 1 << 30}
	done, _, err := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx").Call(
		file.Fd(), lockExclusive|lockAtOnce, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	if done == 0 {
		return err
	}
	return nil
}
