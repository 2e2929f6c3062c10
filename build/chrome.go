package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// browserNames are the programs that the browser tests can drive.
var browserNames = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// findBrowser is the path of a Chrome or Chromium: the one that CHROME names,
// or one on the search path, or, for root on Debian, one that it installs.
func findBrowser(out io.Writer) (string, error) {
	if named := os.Getenv("CHROME"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("CHROME is %q, which is no program that can be run", named)
		}
		return path, nil
	}
	if path := installed(); path != "" {
		return path, nil
	}
	if _, err := os.Stat("/etc/debian_version"); err != nil || os.Geteuid() != 0 {
		return "", errors.New("the browser tests need Chrome or Chromium: install one, or name it with CHROME=/path/to/chrome")
	}
	fmt.Fprintln(out, "Installing Chromium with apt-get.")
	for _, args := range [][]string{{"update", "-qq"}, {"install", "-y", "-qq", "--no-install-recommends", "chromium"}} {
		cmd := exec.Command("apt-get", args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if text, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("apt-get %s failed: %w\n%s", args[0], err, text)
		}
	}
	if path := installed(); path != "" {
		return path, nil
	}
	return "", errors.New("apt-get installed no Chromium: install one, or name it with CHROME=/path/to/chrome")
}

func installed() string {
	for _, name := range browserNames {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
