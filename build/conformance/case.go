package conformance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Case is one rule as requests and what must come back. The lines are those of
// the rules in engine/wire/testdata/rules:
//
//	## 2.6 an insert answers with the entity      a case, with its section
//	> POST /Tab                                    a request: verb and URL,
//	> Prefer: return-content                       then fields
//	> | {"PartitionKey":"a","RowKey":"b"}          and lines of the body
//	< 201 Created                                  the status (and reason),
//	< Preference-Applied: return-content           a field (* stands for anything),
//	< !DataServiceId                               a field that is not there,
//	= {"PartitionKey":"a",*}                       the whole body,
//	~ "RowKey":"b"                                 a part of it,
//	^ "odata.id"                                   something not in it
//	! 404 TableNotFound The table ...              a JSON error: status, code, message
//	! part 409 EntityAlreadyExists 0:The ...       the same, of the only part of a batch
//	@ 40                                           the clock moves by 40 seconds
//	% POST /Tab *3                                 an operation of a batch, three times;
//	% | {"PartitionKey":"p","RowKey":"$n"}         $n is its number
//
// and, over sockets, how a request is authorised:
//
//	> Sign: shared                                 SharedKey; "lite" is SharedKeyLite, the usual;
//	                                               "wrong" has another key, "none" nothing
//	> Skew: -20                                    signed with a clock that is 20 minutes off
//	> SAS: tn=Tab&sp=r&se=2100-01-01T00:00:00Z     a signature for a table, which is added to the
//	                                               URL; with ss= it is one for the account
//	! xml 403 AuthorizationFailure This ...        an XML error, with its reason phrase
type Case struct {
	Section string // of the description of the service
	Name    string
	File    string
	Line    int
	steps   []string
}

// String returns the section and the name.
func (c Case) String() string { return c.Section + " " + c.Name }

// Folders of the cases, from the repository: what also holds without a socket,
// and what only holds with one.
var folders = []string{"engine/wire/testdata/rules", "build/conformance/cases"}

// Load reads all cases of the repository at root: those in files, and those
// that are written as tables of values.
func Load(root string) ([]Case, error) {
	var cases []Case
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.txt"))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no cases in %s: %v", folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			found, err := parse(filepath.Base(file), string(text))
			if err != nil {
				return nil, err
			}
			cases = append(cases, found...)
		}
	}
	cases = slices.DeleteFunc(cases, func(c Case) bool { return Exceptions[c.String()] != "" })
	return append(cases, tabular()...), nil
}

// Exceptions are cases of engine/wire that a socket cannot show, and why.
var Exceptions = map[string]string{
	"8.1 ACL answers in XML, with the message as the reason phrase": "the endpoint has lists of access policies, so this is no error",
	"8.2 percent signs without digits do not reach the service":     "net/http refuses them itself, with an answer of its own",
}

// parse reads the cases of a file.
func parse(file, text string) ([]Case, error) {
	var cases []Case
	for i, line := range strings.Split(text, "\n") {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			section, name, _ := strings.Cut(title, " ")
			if section == "" || section[0] < '0' || section[0] > '9' {
				return nil, fmt.Errorf("%s:%d: %q cites no section", file, i+1, title)
			}
			cases = append(cases, Case{Section: section, Name: name, File: file, Line: i + 1})
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if len(cases) == 0 {
			return nil, errors.New(file + ": steps before the first case")
		}
		c := &cases[len(cases)-1]
		c.steps = append(c.steps, line)
	}
	return cases, nil
}
