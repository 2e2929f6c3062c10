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
	if !mayInstall() {
		return "", errors.New("the browser tests need Chrome or Chromium: install one, or name it with CHROME=/path/to/chrome")
	}
	if err := aptInstall(out, "chromium"); err != nil {
		return "", err
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

// otherEngines are the programs of Firefox and WebKit that the core stories run in,
// each with Debian's package of it. MiniBrowser comes with the driver.
var otherEngines = [][2]string{{"firefox-esr", "firefox-esr"}, {"WebKitWebDriver", "webkit2gtk-driver"}, {"Xvfb", "xvfb"}}

// addEngines installs what is missing of them for root on Debian. Where that
// cannot be done, the tests say that they were skipped.
func addEngines(out io.Writer) {
	if !mayInstall() {
		return
	}
	for _, e := range otherEngines {
		if _, err := exec.LookPath(e[0]); err == nil {
			continue
		}
		if err := aptInstall(out, e[1]); err != nil { // the others may do without it
			fmt.Fprintf(out, "The tests that need %s are skipped: %v\n", e[0], err)
		}
	}
}

// mayInstall tells whether this is root on Debian.
func mayInstall() bool {
	_, err := os.Stat("/etc/debian_version")
	return err == nil && os.Geteuid() == 0
}

// aptInstall installs a package of Debian's.
func aptInstall(out io.Writer, name string) error {
	fmt.Fprintf(out, "Installing %s with apt-get.\n", name)
	for _, args := range [][]string{{"update", "-qq"}, {"install", "-y", "-qq", "--no-install-recommends", name}} {
		cmd := exec.Command("apt-get", args...)
		cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("apt-get %s failed: %w\n%s", args[0], err, text)
		}
	}
	return nil
}
