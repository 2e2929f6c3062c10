// Package encoding writes and reads the texts of the service byte for byte: the
// JSON of requests and answers, character data of XML, percent-encoding of URLs,
// and times.
//
// What always holds: what is written as JSON is ASCII; reading never panics, goes
// over a text once, and nests no deeper than MaxNesting.
package encoding
