package script

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// testLibrary is the data set that the scripts import by name.
var testLibrary = Library{"posts.csv": []byte("Channel,PostId,Title\nFootball,1,Kick-off\nFootball,2,Half time\nChess,3,Opening\nChess,4,\nFootball,2,Again\n,5,Nowhere\n")}

// Each script file reads as a story. Its golden file repeats every command in
// its canonical form and says what came of it, its cost beside the result. Run
// with -update to rewrite them and read the difference.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.script")
	if len(files) == 0 {
		t.Fatal("no scripts")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := told(t, string(text))
			golden := strings.TrimSuffix(file, ".script") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func told(t *testing.T, text string) string {
	t.Helper()
	commands, err := command.ParseScript(text)
	if err != nil {
		t.Fatal(err)
	}
	w := New(1, DefaultStart, testLibrary)
	var b strings.Builder
	for _, c := range commands {
		r, err := w.Do(c)
		if err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		fmt.Fprintf(&b, "> %s\n", c)
		for _, line := range r.Lines() {
			fmt.Fprintf(&b, "  %s\n", line)
		}
		if taken := r.Ended - r.Began; taken != CommandTime {
			fmt.Fprintf(&b, "  took %s\n", command.FormatDuration(taken))
		}
	}
	fmt.Fprintf(&b, "hash %016x\n", w.Hash())
	return b.String()
}
