package access

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/wire"
)

// Limits of the service properties (Set Table Service Properties, REST
// reference).
const (
	MaxRetentionDays = 365
	analyticsVersion = "1.0"
)

// Retention is how long the records of a kind are kept. Without Days they
// stay.
type Retention struct {
	Enabled bool
	Days    int // 1 to MaxRetentionDays, if Enabled
}

// Logging says which requests would be logged.
type Logging struct {
	Read, Write, Delete bool
	Retention           Retention
}

// Metrics says what would be counted. The engine keeps the setting and counts
// nothing.
type Metrics struct {
	Enabled     bool
	IncludeAPIs bool // only if Enabled
	Retention   Retention
}

// Properties are the settings of the Table service of an account. They are
// replaced as a whole and never changed in place.
type Properties struct {
	Logging                    Logging
	HourMetrics, MinuteMetrics Metrics
	Cors                       []CorsRule
}

// newProperties are the settings of a new account: nothing is on.
func newProperties() Properties { return Properties{} }

// Properties returns the settings of the service.
func (a *Control) Properties() Properties { return a.properties }

// PropertiesXML returns the settings as Set Table Service Properties takes them.
func (a *Control) PropertiesXML() []byte { return a.properties.appendXML(nil) }

// setProperties is Set Table Service Properties. A part that the document does
// not have keeps its settings.
func (a *Control) setProperties(req wire.Request) (wire.Response, *wire.Refusal) {
	root, ok := parseXML(req.Body)
	if !ok || root.name != "StorageServiceProperties" || len(root.children) == 0 ||
		!root.onlyHas("Logging", "HourMetrics", "MinuteMetrics", "Cors") {
		return wire.Response{}, refuseXML()
	}
	p := a.properties
	for _, part := range root.children {
		if !p.read(part) {
			return wire.Response{}, refuseXML()
		}
	}
	a.properties = p
	return wire.Response{Status: 202}, nil
}

// read takes over one part of a document.
func (p *Properties) read(part element) (ok bool) {
	switch part.name {
	case "Logging":
		p.Logging, ok = parseLogging(part)
	case "HourMetrics":
		p.HourMetrics, ok = parseMetrics(part)
	case "MinuteMetrics":
		p.MinuteMetrics, ok = parseMetrics(part)
	case "Cors":
		p.Cors, ok = parseCors(part)
	}
	return ok
}

func parseLogging(e element) (l Logging, ok bool) {
	if version, _ := e.value("Version"); version != analyticsVersion || !e.onlyHas("Version", "Read", "Write", "Delete", "RetentionPolicy") {
		return l, false
	}
	var a, b, c, d bool
	l.Read, a = e.boolean("Read")
	l.Write, b = e.boolean("Write")
	l.Delete, c = e.boolean("Delete")
	l.Retention, d = parseRetention(e)
	return l, a && b && c && d
}

// parseMetrics reads one kind of metrics. IncludeAPIs is required when they
// are enabled, and means nothing otherwise.
func parseMetrics(e element) (m Metrics, ok bool) {
	if version, _ := e.value("Version"); version != analyticsVersion || !e.onlyHas("Version", "Enabled", "IncludeAPIs", "RetentionPolicy") {
		return m, false
	}
	var a, b, c bool
	m.Enabled, a = e.boolean("Enabled")
	m.IncludeAPIs, b = e.boolean("IncludeAPIs")
	if !m.Enabled {
		m.IncludeAPIs, b = false, true
	}
	m.Retention, c = parseRetention(e)
	return m, a && b && c
}

func parseRetention(e element) (r Retention, ok bool) {
	policy, found := e.child("RetentionPolicy")
	if !found || !policy.onlyHas("Enabled", "Days") {
		return r, false
	}
	r.Enabled, ok = policy.boolean("Enabled")
	days, has := policy.value("Days")
	if !ok || !r.Enabled {
		return r, ok
	}
	n, err := strconv.Atoi(days)
	r.Days = n
	return r, has && err == nil && n >= 1 && n <= MaxRetentionDays
}

// boolean reads a child that is true or false, in any case.
func (e element) boolean(name string) (value, ok bool) {
	text, _ := e.value(name)
	switch strings.ToLower(text) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// AppendXML appends the document as Get Table Service Properties shows it, in
// the order that was recorded.
func (p Properties) appendXML(to []byte) []byte {
	to = append(to, "<StorageServiceProperties><Logging>"...)
	to = appendElement(to, "Version", analyticsVersion)
	to = appendBoolean(to, "Read", p.Logging.Read)
	to = appendBoolean(to, "Write", p.Logging.Write)
	to = appendBoolean(to, "Delete", p.Logging.Delete)
	to = append(p.Logging.Retention.appendXML(to), "</Logging>"...)
	to = p.HourMetrics.appendXML(to, "HourMetrics")
	to = p.MinuteMetrics.appendXML(to, "MinuteMetrics")
	to = appendCors(to, p.Cors)
	return append(to, "</StorageServiceProperties>"...)
}

func (m Metrics) appendXML(to []byte, name string) []byte {
	to = append(append(append(to, '<'), name...), '>')
	to = appendElement(to, "Version", analyticsVersion)
	to = appendBoolean(to, "Enabled", m.Enabled)
	if m.Enabled {
		to = appendBoolean(to, "IncludeAPIs", m.IncludeAPIs)
	}
	to = m.Retention.appendXML(to)
	return append(append(append(to, "</"...), name...), '>')
}

func (r Retention) appendXML(to []byte) []byte {
	to = appendBoolean(append(to, "<RetentionPolicy>"...), "Enabled", r.Enabled)
	if r.Enabled {
		to = appendElement(to, "Days", strconv.Itoa(r.Days))
	}
	return append(to, "</RetentionPolicy>"...)
}

func appendBoolean(to []byte, name string, value bool) []byte {
	return appendElement(to, name, strconv.FormatBool(value))
}
