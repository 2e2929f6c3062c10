package wire

import "strconv"

// String returns the request as it goes over the line, in HTTP/1.1.
func (r Request) String() string {
	to := append(append(append([]byte(r.Method), ' '), r.URL...), " HTTP/1.1\r\n"...)
	return string(append(appendFields(to, r.Header), r.Body...))
}

// String returns the response as it goes over the line, in HTTP/1.1.
func (r Response) String() string {
	to := strconv.AppendInt([]byte("HTTP/1.1 "), int64(r.Status), 10)
	to = append(append(append(to, ' '), r.Reason...), "\r\n"...)
	return string(append(appendFields(to, r.Header), r.Body...))
}

// appendFields appends header fields and the blank line.
func appendFields(to []byte, h Header) []byte {
	for _, f := range h {
		to = append(append(append(append(to, f.Name...), ": "...), f.Value...), "\r\n"...)
	}
	return append(to, "\r\n"...)
}
