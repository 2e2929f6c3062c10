package load

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"strconv"
)

// connection is a keep-alive connection that costs its client as little as
// possible: it reads of an answer only its status and where it ends.
type connection struct {
	file    *os.File // the socket; what is read and written waits
	request []byte
	answer  answer
}

func dial(address string) (*connection, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	file, err := conn.(*net.TCPConn).File()
	if err != nil {
		return nil, err
	}
	file.Fd() // from here on it waits
	return &connection{file: file, answer: answer{text: make([]byte, 0, 64<<10)}}, nil
}

func (c *connection) close() { c.file.Close() }

// send sends the request.
func (c *connection) send() error {
	c.answer = answer{text: c.answer.text[:0]}
	_, err := c.file.Write(c.request)
	return err
}

// receive reads what has come of the answer, and waits only if that is nothing. It
// reports whether the answer is whole.
func (c *connection) receive() (whole bool, err error) {
	a := &c.answer
	if len(a.text) == cap(a.text) {
		a.text = append(a.text, 0)[:len(a.text)]
	}
	n, err := c.file.Read(a.text[len(a.text):cap(a.text)])
	if err != nil {
		return false, err
	}
	a.text = a.text[:len(a.text)+n]
	return a.whole()
}

// do sends a request and reads the answer to its end.
func (c *connection) do(request []byte) (status int, err error) {
	c.request = request
	if err := c.send(); err != nil {
		return 0, err
	}
	for whole := false; !whole; {
		if whole, err = c.receive(); err != nil {
			return 0, err
		}
	}
	return c.answer.status, nil
}

// answer is an answer as far as it has come.
type answer struct {
	text    []byte
	status  int
	body    int  // where the body begins, 0 until that is known
	end     int  // where the answer ends, or, in chunks, the next of them begins
	chunked bool // the body is in chunks
}

// whole reports whether all of the answer is there.
func (a *answer) whole() (bool, error) {
	if a.body == 0 {
		end := bytes.Index(a.text, []byte("\r\n\r\n"))
		if end < 0 {
			return false, nil
		}
		if err := a.head(a.text[:end]); err != nil {
			return false, err
		}
		a.body = end + 4
		a.end += a.body
	}
	for a.chunked {
		if a.end > len(a.text) {
			return false, nil
		}
		line, _, ended := bytes.Cut(a.text[a.end:], []byte("\r\n"))
		if !ended {
			return false, nil
		}
		size, err := strconv.ParseInt(string(line), 16, 32)
		if err != nil {
			return false, err
		}
		a.end += len(line) + 2 + int(size) + 2
		a.chunked = size > 0
	}
	return a.end <= len(a.text), nil
}

// head reads the first line and the fields.
func (a *answer) head(text []byte) error {
	line, fields, _ := bytes.Cut(text, []byte("\r\n"))
	if len(line) < 12 {
		return fmt.Errorf("bad status line %q", line)
	}
	var err error
	if a.status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return err
	}
	for len(fields) > 0 {
		line, fields, _ = bytes.Cut(fields, []byte("\r\n"))
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if a.end, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			a.chunked = true
		}
	}
	return nil
}
