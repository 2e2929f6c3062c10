package load

import "syscall"

// each calls do with a connection whenever there is something to read on it, until
// do says that it is over. One thread looks after all connections and asks only
// what has come, so that the client takes as little as may be from the server, with
// which it shares the processors.
func each(list []*connection, do func(i int) (over bool, err error)) error {
	poll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return err
	}
	defer syscall.Close(poll)
	for i, c := range list {
		event := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(i)}
		if err := syscall.EpollCtl(poll, syscall.EPOLL_CTL_ADD, int(c.file.Fd()), &event); err != nil {
			return err
		}
	}
	events := make([]syscall.EpollEvent, len(list))
	for left := len(list); left > 0; {
		n, err := syscall.EpollWait(poll, events, -1)
		if err != nil && err != syscall.EINTR {
			return err
		}
		for _, event := range events[:max(n, 0)] {
			over, err := do(int(event.Fd))
			if err != nil {
				return err
			}
			if over {
				left--
			}
		}
	}
	return nil
}
