package static

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The browser's own HMAC-SHA256 gives what the standard library gives, for
// texts and keys on both sides of every length that is padded differently
// (FIPS 180-4, 5.1.1; RFC 2104, 2).
func TestStubsSign(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module stubs\n\ngo 1.26\n",
		"main.go": `package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"stubs/hmac"
	"stubs/sha256"
)

func main() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		first, second, _ := strings.Cut(in.Text(), " ")
		key, _ := hex.DecodeString(first)
		text, _ := hex.DecodeString(second)
		h := hmac.New(sha256.New, key)
		h.Write(text[:len(text)/2])
		h.Write(text[len(text)/2:])
		sum := h.Sum(nil)
		other := append([]byte{}, sum...)
		other[31] ^= 1
		fmt.Println(hex.EncodeToString(sum), hmac.Equal(sum, h.Sum(nil)), hmac.Equal(sum, other))
	}
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"sha256", "hmac"} {
		text, err := stubs.ReadFile("stubs/crypto_" + name + ".go.txt")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, name+".go"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.NewChaCha8([32]byte{1})
	var in, want strings.Builder
	for _, keyLength := range []int{0, 1, 32, 63, 64, 65, 200} {
		for length := range 140 {
			key, text := make([]byte, keyLength), make([]byte, length)
			random.Read(key)
			random.Read(text)
			h := hmac.New(sha256.New, key)
			h.Write(text)
			in.WriteString(hex.EncodeToString(key) + " " + hex.EncodeToString(text) + "\n")
			want.WriteString(hex.EncodeToString(h.Sum(nil)) + " true false\n")
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, strings.NewReader(in.String()), os.Stderr
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	got, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, []byte(want.String())) {
		t.Errorf("the codes differ from those of crypto/hmac:\n%.300s\nwant\n%.300s", got, want.String())
	}
}
