package wire

import "strings"

// The pages of HTTP.SYS, the part of Windows in front of the service, about a
// URL that it does not let through: 324 and 312 bytes, measured on the real
// service.
const pageWithLines = "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\"\"http://www.w3.org/TR/html4/strict.dtd\">\r\n" +
	"<HTML><HEAD><TITLE>Bad Request</TITLE>\r\n" +
	"<META HTTP-EQUIV=\"Content-Type\" Content=\"text/html; charset=us-ascii\"></HEAD>\r\n" +
	"<BODY><h2>Bad Request - Invalid URL</h2>\r\n" +
	"<hr><p>HTTP Error 400. The request URL is invalid.</p>\r\n" +
	"</BODY></HTML>\r\n"

var pageInOneLine = strings.ReplaceAll(pageWithLines, "\r\n", "")

// invalidURL answers with one of the pages. It has none of the service's own
// fields.
func invalidURL(page, date string) Response {
	h := Header{
		{"Content-Type", "text/html; charset=us-ascii"},
		{"Server", "Microsoft-HTTPAPI/2.0"},
		{"Date", date},
	}
	length := "312"
	if page == pageWithLines {
		h.Add("Connection", "close")
		length = "324"
	}
	h.Add("Content-Length", length)
	return Response{Status: 400, Reason: "Bad Request", Header: h, Body: []byte(page)}
}
