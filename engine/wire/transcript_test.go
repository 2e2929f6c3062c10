package wire

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/table"
)

var update = flag.Bool("update", false, "write the transcripts anew; read the diff")

// A transcript is a conversation in full: requests as they are sent, each
// followed by what comes back. The requests of a file are served in order by a
// new service, at a time that moves by one second with each.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, string(want))
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the transcript differs; run with -update and read the diff\n%s", firstDifference(string(got), string(want)))
			}
		})
	}
}

const requestMark, responseMark = "==== request\n", "==== response\n"

// replay serves the requests of a transcript and returns it with what came
// back now.
func replay(t *testing.T, text string) []byte {
	s := newStage(t)
	var out bytes.Buffer
	for i, block := range strings.Split(text, requestMark)[1:] {
		request, _, _ := strings.Cut(block, responseMark)
		out.WriteString(requestMark + request + responseMark)
		now := s.now + table.Ticks(i)*table.Second
		writeResponse(&out, s.service.Serve(readRequest(t, request), now))
	}
	return out.Bytes()
}

// readRequest reads a request as text, with LF at the ends of lines.
func readRequest(t *testing.T, text string) Request {
	t.Helper()
	head, body, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(strings.TrimSuffix(head, "\n"), "\n")
	words := strings.Fields(lines[0])
	if len(words) != 3 {
		t.Fatalf("bad request line %q", lines[0])
	}
	r := Request{Method: words[0], URL: words[1], Secure: true}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	r.Body = []byte(strings.ReplaceAll(strings.TrimSuffix(body, "\n"), "\n", "\r\n"))
	return r
}

func writeResponse(out *bytes.Buffer, r Response) {
	out.WriteString("HTTP/1.1 " + strconv.Itoa(r.Status) + " " + r.Reason + "\n")
	for _, f := range r.Header {
		out.WriteString(f.Name + ": " + f.Value + "\n")
	}
	out.WriteString("\n")
	out.WriteString(strings.ReplaceAll(string(r.Body), "\r\n", "\n"))
	out.WriteString("\n")
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "line " + strconv.Itoa(i+1) + "\n got " + a[i] + "\nwant " + b[i]
		}
	}
	return "one is longer"
}
