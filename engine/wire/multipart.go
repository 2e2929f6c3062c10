package wire

import (
	"bytes"
	"strings"
)

// boundaryOf returns the boundary of a multipart/mixed media type (RFC 2046,
// 5.1), or false when it is another type or has none.
func boundaryOf(media string) (string, bool) {
	kind, parameters, _ := strings.Cut(media, ";")
	if !strings.EqualFold(strings.TrimSpace(kind), "multipart/mixed") {
		return "", false
	}
	for parameters != "" {
		var one string
		one, parameters, _ = strings.Cut(parameters, ";")
		name, value, _ := strings.Cut(one, "=")
		if strings.EqualFold(strings.TrimSpace(name), "boundary") {
			value = strings.Trim(strings.TrimSpace(value), `"`)
			return value, value != "" && len(value) <= MaxBoundary
		}
	}
	return "", false
}

// splitParts returns the parts of a multipart body, at most limit of them.
// Lines may end in LF alone. ok is false when the body is not closed by its
// last boundary, unless there are more parts than the limit.
func splitParts(body []byte, boundary string, limit int) (parts [][]byte, ok bool) {
	delimiter := []byte("--" + boundary)
	at, closed := nextDelimiter(body, delimiter, 0)
	for at >= 0 && !closed {
		start := lineEnd(body, at)
		next, last := nextDelimiter(body, delimiter, start)
		if next < 0 {
			return parts, false
		}
		parts = append(parts, trimLineEnd(body[start:next]))
		if len(parts) == limit {
			return parts, true
		}
		at, closed = next, last
	}
	return parts, closed
}

// nextDelimiter finds the next line that is a delimiter, and whether it is the
// closing one.
func nextDelimiter(body, delimiter []byte, from int) (at int, closed bool) {
	for from < len(body) {
		found := bytes.Index(body[from:], delimiter)
		if found < 0 {
			break
		}
		at, from = from+found, from+found+len(delimiter)
		if at > 0 && body[at-1] != '\n' {
			continue
		}
		rest := body[from:lineEnd(body, from)]
		closed = bytes.HasPrefix(rest, []byte("--"))
		if closed || len(bytes.TrimSpace(rest)) == 0 {
			return at, closed
		}
	}
	return -1, false
}

// lineEnd returns the offset behind the line that holds the given one.
func lineEnd(body []byte, at int) int {
	if i := bytes.IndexByte(body[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(body)
}

func trimLineEnd(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}

// cutFields reads header fields up to the blank line, and returns what follows
// it. ok is false for a line that is no field, or when there are too many.
func cutFields(b []byte) (h Header, rest []byte, ok bool) {
	for len(b) > 0 {
		end := lineEnd(b, 0)
		line := trimLineEnd(b[:end])
		b = b[end:]
		if len(line) == 0 {
			return h, b, true
		}
		name, value, found := strings.Cut(string(line), ":")
		name = strings.TrimSpace(name)
		if !found || name == "" || len(h) == MaxHeaders {
			return h, b, false
		}
		h.Add(name, strings.TrimSpace(value))
	}
	return h, nil, true
}

// parseInner reads an HTTP request out of a part of a batch.
func parseInner(part []byte) (Request, bool) {
	mime, content, ok := cutFields(part)
	kind, _, _ := strings.Cut(mime.Get("Content-Type"), ";")
	if !ok || !strings.EqualFold(strings.TrimSpace(kind), "application/http") {
		return Request{}, false
	}
	for len(content) > 0 && (content[0] == '\r' || content[0] == '\n') {
		content = content[1:]
	}
	end := lineEnd(content, 0)
	method, rest, _ := strings.Cut(string(trimLineEnd(content[:end])), " ")
	cut := strings.LastIndexByte(rest, ' ')
	if method == "" || cut <= 0 || !strings.HasPrefix(rest[cut+1:], "HTTP/") {
		return Request{}, false
	}
	h, body, ok := cutFields(content[end:])
	return Request{Method: method, URL: strings.TrimSpace(rest[:cut]), Header: h, Body: bytes.TrimSpace(body)}, ok
}
