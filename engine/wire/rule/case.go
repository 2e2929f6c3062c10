// Package rule is the language in which the rules of the Table service are
// written as cases, and the one runner for them: Parse reads cases, Play does one
// over a Service, which is the engine's own service or an endpoint behind a
// socket.
//
// What always holds: nothing here comes from engine/wire, so that an error there
// does not hide itself.
package rule

import (
	"errors"
	"fmt"
	"strings"
)

// Case is one rule as requests and what must come back:
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
// A request has Accept: application/json unless it says otherwise ("-" is none),
// and $(x*3) is xxx, $(etag) the ETag of the last answer that had one. Lines of a
// body are joined by CRLF. The operations of a batch are put into one changeset;
// a single GET stands alone.
//
// Over sockets a case also says how a request is authorised:
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
	Steps   []string
}

// String returns the section and the name.
func (c Case) String() string { return c.Section + " " + c.Name }

// Parse reads the cases of a file, of which each cites a section.
func Parse(file, text string) ([]Case, error) {
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
		c.Steps = append(c.Steps, line)
	}
	return cases, nil
}
