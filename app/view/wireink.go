package view

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/wire"
)

// maxBody bounds how many bytes of a body are drawn: each mark in it is an
// element, and elements hold the page up.
const maxBody = 2000

// RequestInk cuts a request, as it is sent, into stretches: the parts of the
// two keys, ETags and tokens have the look of their mark.
func RequestInk(r wire.Request) []Ink {
	inks := []Ink{{r.Method + " ", "hd"}}
	inks = append(inks, addressInk(r.URL)...)
	inks = append(inks, Ink{" HTTP/1.1\n", ""})
	return append(inks, fieldsInk(r.Header, r.Body)...)
}

// ResponseInk is RequestInk for a response.
func ResponseInk(r wire.Response) []Ink {
	look := "hd"
	if r.Status >= 400 {
		look = "bad"
	}
	inks := []Ink{{"HTTP/1.1 " + strconv.Itoa(r.Status) + " " + r.Reason, look}, {"\n", ""}}
	return append(inks, fieldsInk(r.Header, r.Body)...)
}

func fieldsInk(h wire.Header, body []byte) []Ink {
	var inks []Ink
	for _, f := range h {
		look := ""
		switch {
		case f.Name == "ETag" || f.Name == "If-Match":
			look = "et"
		case strings.HasPrefix(f.Name, "x-ms-continuation"):
			look = "tk"
		}
		inks = append(inks, Ink{f.Name + ": ", "hd"})
		if look == "" {
			inks = append(inks, Ink{f.Value + "\n", ""})
			continue
		}
		inks = append(inks, Ink{f.Value, look}, Ink{"\n", ""})
	}
	if len(body) == 0 {
		return inks
	}
	inks = append(inks, Ink{"\n", ""})
	text := strings.ReplaceAll(string(body[:min(len(body), maxBody)]), "\r\n", "\n")
	inks = append(inks, markedInk(strings.ToValidUTF8(text, ""), bodyMarks)...)
	if more := len(body) - maxBody; more > 0 {
		inks = append(inks, Ink{"\n… and " + Number(more) + " more bytes", "hd"})
	}
	return inks
}

// valueMark says that what stands between open and one of the texts of end has
// a look.
type valueMark struct {
	open, look string
	end        []string
}

var addressMarks = []valueMark{
	{"NextPartitionKey=", "tk", []string{"&"}},
	{"NextRowKey=", "tk", []string{"&"}},
	{"PartitionKey=", "pk", []string{",RowKey=", ")"}},
	{"RowKey=", "rk", []string{")"}},
}

var bodyMarks = []valueMark{
	{`"PartitionKey":`, "pk", []string{`",`, `"}`}},
	{`"RowKey":`, "rk", []string{`",`, `"}`}},
	{`"odata.etag":`, "et", []string{`",`, `"}`}},
	{"ETag: ", "et", []string{"\n"}},
	{"If-Match: ", "et", []string{"\n"}},
	{"PartitionKey=", "pk", []string{",RowKey=", ")"}},
	{"RowKey=", "rk", []string{")"}},
	{"<d:PartitionKey>", "pk", []string{"</d:"}},
	{"<d:RowKey>", "rk", []string{"</d:"}},
	{"<Code>", "bad", []string{"</Code>"}},
	{`"code":`, "bad", []string{`",`}},
}

func addressInk(url string) []Ink { return markedInk(url, addressMarks) }

// AtomInk cuts an entry of Atom into stretches.
func AtomInk(text string) []Ink { return markedInk(text, bodyMarks) }

// maxMarked bounds how many values in one text have a look.
const maxMarked = 120

// markedInk gives the values that follow the marks their look. The texts
// joined are the text.
func markedInk(text string, marks []valueMark) []Ink {
	var inks []Ink
	for range maxMarked {
		at, found := len(text), valueMark{}
		for _, m := range marks {
			if i := strings.Index(text, m.open); i >= 0 && i < at {
				at, found = i, m
			}
		}
		if found.open == "" {
			break
		}
		at += len(found.open)
		end := len(text)
		for _, e := range found.end {
			if i := strings.Index(text[at:], e); i >= 0 {
				if e[0] == '"' {
					i++ // the quote belongs to the value
				}
				end = min(end, at+i)
			}
		}
		inks = append(inks, Ink{text[:at], ""}, Ink{text[at:end], found.look})
		text = text[end:]
	}
	return append(inks, Ink{text, ""})
}
