// Package service is the partition layer of the Table service: RangePartitions on
// PartitionServers, the account's limit, throttling, and the PartitionManager that
// splits, moves and merges ranges and brings back those of a failed server.
//
// A reader meets Service first, then its front door: Request, Answer and Caller.
// Arrive says at once whether a request is admitted, refused, or meets a range that
// is away; what becomes of an admitted one its Caller is told when its time comes.
// Params holds every number of the service.
//
// # What always holds
//
// The service does not know who its callers are. It sees a request at the moment at
// which it arrives, and a PartitionKey as its position: a number that compares as
// the key does. A position is never divided between two ranges.
//
// What it does is a function of its Params, its seed and what was asked of it. It
// has no clock of its own: it schedules events, and is handed each one when it is
// due. Its state holds no pointers other than to what Attach gives it, so a copy of
// its slices is a copy of the service. Service.Check lists what holds of the state.
//
// # What is measured and what is chosen
//
// Times of execution are fitted to the measurements of 2010 in "How to get most out
// of Windows Azure Tables"; the control loop follows the paper on Windows Azure
// Storage (SOSP 2011). The law of throttling, the servers' number and size and most
// thresholds are our own.
//
// # What is left out
//
// What the entities hold, RowKeys, the cost of reading a scan from disk, and the
// way between callers and the front end.
package service
