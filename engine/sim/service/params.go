package service

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
)

// Params are the numbers of the service. Times are in microseconds, shares in
// thousandths. Times of execution are fitted to the measurements in "How to get
// most out of Windows Azure Tables" (2010); the thresholds of the manager follow
// the same text and the paper on Windows Azure Storage (SOSP 2011) where they give
// any. The law of throttling is our own.
type Params struct {
	Servers int // PartitionServers
	Cores   int // ranges that one server serves at the same time

	InsertBase, InsertEach int64 // one request, and every entity in it
	GetBase, GetEach       int64
	LogBase, LogEach       int64 // one flush of the commit log, and every entity in it
	QueueLimit             int64 // entities waiting at which every request is throttled
	Background             int64 // share of the servers' time that other tenants take

	Manager         bool  // whether anything is split, moved or merged by itself
	Guard           bool  // whether a split that cannot help is refused
	Tick            int64 // between two looks of the manager
	SustainLow      int64 // a range is hot at least that long before it is split,
	SustainHigh     int64 // and at most that long
	OfflineLow      int64 // a range on its way to another server is away at least that long,
	OfflineHigh     int64 // and at most that long
	Pause           int64 // a range stands still while it is split or merged
	ServerSustain   int64 // a server is busy that long before it hands over a range
	ColdSustain     int64 // ranges are cold that long before they are merged
	SplitsPerTick   int   // splits begun in one tick
	LowWatermark    int   // ranges that are left alone
	HighWatermark   int   // ranges above which nothing is split
	Thresholds      partition.Policy
	PartitionTarget int64 // entities per second that the service aims at for one partition
	AccountLimit    int64 // entities per second of one account
	EnforceAccount  bool  // whether the front end refuses more
}

// Defaults returns the calibrated service with the targets of 2010: 500 entities
// per second for a partition, 5,000 for an account.
func Defaults() Params {
	return Params{
		Servers: 16, Cores: 2,
		InsertBase: 590, InsertEach: 392, GetBase: 300, GetEach: 150,
		LogBase: 6 * clock.Millisecond, LogEach: 20,
		QueueLimit: 1450,
		Manager:    true,
		Tick:       15 * clock.Second, SustainLow: 5 * clock.Minute, SustainHigh: 10 * clock.Minute,
		OfflineLow: 10 * clock.Second, OfflineHigh: 20 * clock.Second, Pause: 200 * clock.Millisecond,
		ServerSustain: 5 * clock.Minute, ColdSustain: 30 * clock.Minute,
		SplitsPerTick: 4, LowWatermark: 1, HighWatermark: 160,
		Thresholds:      partition.Policy{HotUtilisation: 850, HotThrottled: 10_000, ColdRate: 20, ServerBusy: 900, LeastMove: 50},
		PartitionTarget: 500, AccountLimit: 5000,
	}
}

// Today sets the service targets of accounts made since June 2012: 2,000
// entities per second for a partition and 20,000 for an account. The fitted
// service times stay: there is nothing published to fit them to.
func (p *Params) Today() { p.PartitionTarget, p.AccountLimit = 2000, 20_000 }

// SetTargets sets the service targets of today or those of 2010.
func (p *Params) SetTargets(today bool) {
	first := Defaults()
	p.PartitionTarget, p.AccountLimit = first.PartitionTarget, first.AccountLimit
	if today {
		p.Today()
	}
}

// Teach shortens the decision times, so that a lesson need not wait: 20 seconds
// in place of minutes. The service is not that quick.
func (p *Params) Teach() {
	p.SustainLow, p.SustainHigh = 20*clock.Second, 20*clock.Second
	p.ServerSustain, p.ColdSustain = 20*clock.Second, 60*clock.Second
	p.Tick = 5 * clock.Second
}

// Capacity returns how many single inserts per second one range can take.
func (p *Params) Capacity() int64 {
	return clock.Second / (p.InsertBase + p.InsertEach) * (1000 - p.Background) / 1000
}
