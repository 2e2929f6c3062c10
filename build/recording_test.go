package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/observe"
)

// A log becomes a recording that can be read, and what it cannot tell is printed.
func TestRecording(t *testing.T) {
	folder := t.TempDir()
	from, to := filepath.Join(folder, "log.json"), filepath.Join(folder, "made.recording")
	line := `{"time":"2024-03-01T10:00:0N.5Z","operationName":"DeleteEntity","statusCode":204,"durationMs":4,` +
		`"uri":"https://acc.table.core.windows.net/Orders(PartitionKey='a',RowKey='1')"}` + "\n"
	log := strings.ReplaceAll(line, "0N", "01") + strings.ReplaceAll(line, "0N", "03") + "nonsense\n"
	if err := os.WriteFile(from, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := recording([]string{from, to}, &out); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	r, broken := observe.ReadRecording(data, func(int, int) {})
	if broken != nil || len(r.Events) != 3 || r.Events[0].Keys[0].Place != "Orders/a" {
		t.Errorf("%v, %d events", broken, len(r.Events))
	}
	for _, want := range []string{"2 requests of an export of StorageTableLogs in 3 seconds. 1 line is left out.", "no keys of inserted entities"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q does not say %q", out.String(), want)
		}
	}
	if err := recording([]string{to + ".none", to}, &out); err == nil {
		t.Error("a file that is not there became a recording")
	}
}
