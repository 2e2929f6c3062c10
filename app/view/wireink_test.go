package view

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/wire"
)

// inkText is the text of the stretches, and looked those that have a look.
func inkText(inks []Ink) (text string, looked map[string]string) {
	looked = map[string]string{}
	for _, ink := range inks {
		text += ink.Text
		if ink.Class != "" {
			looked[ink.Text] = ink.Class
		}
	}
	return text, looked
}

// A message is drawn as it is sent, with the marks in their own look.
func TestWireInk(t *testing.T) {
	request := wire.Request{Method: "MERGE", URL: "/Movies(PartitionKey='Drama',RowKey='Jaws')?NextPartitionKey=1!8!RA--&NextRowKey=1!4!Sg--", Body: []byte(`{"Year":1975}`)}
	request.Header.Add("If-Match", `W/"x"`)
	text, looked := inkText(RequestInk(request))
	if want := request.Method + " " + request.URL + " HTTP/1.1\nIf-Match: W/\"x\"\n\n" + string(request.Body); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	for part, look := range map[string]string{"'Drama'": "pk", "'Jaws'": "rk", `W/"x"`: "et", "1!8!RA--": "tk", "1!4!Sg--": "tk"} {
		if looked[part] != look {
			t.Errorf("%s has the look %q, want %q", part, looked[part], look)
		}
	}
	t.Run("response", func(t *testing.T) {
		response := wire.Response{Status: 412, Reason: "Precondition Failed", Body: []byte(`{"PartitionKey":"Drama","RowKey":"Ja,ws"}`)}
		text, looked := inkText(ResponseInk(response))
		if !strings.HasSuffix(text, string(response.Body)) || looked[`"Drama"`] != "pk" || looked[`"Ja,ws"`] != "rk" || looked["HTTP/1.1 412 Precondition Failed"] != "bad" {
			t.Errorf("%s\n%v", text, looked)
		}
	})
	t.Run("long body", func(t *testing.T) {
		text, _ := inkText(ResponseInk(wire.Response{Status: 200, Body: []byte(strings.Repeat("a", maxBody+1500))}))
		if !strings.Contains(text, "1,500 more bytes") || len(text) > maxBody+100 {
			t.Errorf("%d bytes are drawn", len(text))
		}
	})
}
