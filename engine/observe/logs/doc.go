// Package logs reads what others have logged of the requests to tables and counts it
// as an endpoint would, so that it becomes a recording.
//
// Read finds out which of the forms a file has: the classic Storage Analytics log
// (versions 1.0 and 2.0), StorageTableLogs as Azure Monitor exports them (a JSON
// object in each line, with the fields at the top or under properties), or a list of
// one's own, as CSV with a header or as JSON objects in lines: time, operation, key
// and any properties.
//
// What always holds: any bytes are accepted without a panic, every line is counted as
// a request or as left out, and nothing is made up that a line does not say. What the
// form cannot tell is in the recording's Missing.
package logs
