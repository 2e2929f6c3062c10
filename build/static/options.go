package static

import (
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
)

// Options say what to build and where it will be served.
type Options struct {
	Root   string // the repository, absolute
	Out    string // the folder to write, made if absent, emptied before
	Base   string // the path that the site lives under, from ParseBase
	Origin string // scheme and host for absolute addresses, from ParseOrigin

	// Plain leaves the compressed twins out, which take most of the time.
	Plain bool

	// Program is a compiled program to ship instead of compiling one.
	Program *Program

	// Warn takes lines that do not stop the build; nil drops them.
	Warn io.Writer
}

// DefaultOrigin stands in canonical links and the site map when none is given.
const DefaultOrigin = "https://keyrange.github.io"

var (
	baseForm = regexp.MustCompile(`^/([A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*$`)
	hostForm = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]+)?$`)
)

// ParseBase is the base path in its one form, which begins and ends with a
// slash: "keyrange" and "/keyrange" become "/keyrange/", and nothing becomes
// "/". Other characters than letters, digits and . _ ~ - are refused.
func ParseBase(text string) (string, error) {
	base := "/"
	if trimmed := strings.Trim(text, "/"); trimmed != "" {
		base = "/" + trimmed + "/"
	}
	if !baseForm.MatchString(base) {
		return "", fmt.Errorf("BASE is %q: use a path such as / or /keyrange/, of letters, digits and . _ ~ -", text)
	}
	return base, nil
}

// ParseOrigin is the scheme and host of an address, without a slash at its
// end. A bare host gets https.
func ParseOrigin(text string) (string, error) {
	if text == "" {
		return DefaultOrigin, nil
	}
	full := strings.TrimSuffix(text, "/")
	if !strings.Contains(full, "://") {
		full = "https://" + full
	}
	u, err := url.Parse(full)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || !hostForm.MatchString(u.Host) || full != u.Scheme+"://"+u.Host {
		return "", fmt.Errorf("ORIGIN is %q: use a scheme and a host such as %s", text, DefaultOrigin)
	}
	return full, nil
}
