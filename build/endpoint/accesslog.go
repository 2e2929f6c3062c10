package endpoint

import (
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/keyrange/keyrange/engine/wire"
)

// accessLog writes one line of JSON for each request that was answered.
type accessLog struct {
	mu sync.Mutex
	to io.Writer
}

// accessLine is such a line. It has no signature and no body.
type accessLine struct {
	Time    string  `json:"time"`
	Client  string  `json:"client"`
	Method  string  `json:"method"`
	URL     string  `json:"url"`
	Status  int     `json:"status"`
	Code    string  `json:"code,omitempty"`
	Sent    int     `json:"sentBytes"`
	Taken   int     `json:"receivedBytes"`
	Millis  float64 `json:"milliseconds"`
	Request string  `json:"requestId,omitempty"`
	Asked   string  `json:"clientRequestId,omitempty"`
	Agent   string  `json:"userAgent,omitempty"`
	Fault   string  `json:"fault,omitempty"`
}

// note writes the line of an answer. A request that began before is done.
func (l *accessLog) note(r *http.Request, req wire.Request, resp wire.Response, began time.Time, fault string) {
	line := accessLine{
		Time: began.UTC().Format(time.RFC3339Nano), Client: req.Client, Method: req.Method, URL: withoutSignature(req.URL), Status: resp.Status,
		Code: codeOf(resp), Sent: len(resp.Body), Taken: len(req.Body), Millis: float64(time.Since(began).Microseconds()) / 1000,
		Request: resp.Header.Get("x-ms-request-id"), Asked: resp.Header.Get("x-ms-client-request-id"), Agent: r.UserAgent(), Fault: fault,
	}
	text, err := json.Marshal(line)
	if err != nil {
		return // texts that are not UTF-8 are replaced, so there is none
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.to.Write(append(text, '\n'))
}

// codeOf returns the code of an error, as its JSON or its header has it.
func codeOf(resp wire.Response) string {
	if resp.Status < 400 {
		return ""
	}
	if code := resp.Header.Get("x-ms-error-code"); code != "" {
		return code
	}
	var body struct {
		Error struct {
			Code string `json:"code"`
		} `json:"odata.error"`
	}
	if json.Unmarshal(resp.Body, &body) != nil {
		return ""
	}
	return body.Error.Code
}
