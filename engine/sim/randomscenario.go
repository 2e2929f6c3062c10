package sim

import (
	"github.com/keyrange/keyrange/engine/partition"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/random"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// dice draws set-ups.
type dice struct{ random.Stream }

func (d *dice) upTo(n int) int        { return int(random.Bounded(d.Next(), uint64(n))) }
func (d *dice) from(a, b int64) int64 { return d.Between(a, b) }
func (d *dice) of(all ...int64) int64 { return all[d.upTo(len(all))] }

var randomTemplates = []string{
	"{Id}", "{Id}", "{User}", "{hash(Id)%16:02}_{User}", "{ticks(At):19}",
	"{9999-At.year}{59-At.second:02}{At.minute:02}", "{User}", "{hash(Id)%4:02}_{At.time}", "{User}_{At.second:02}",
}

// RandomScenario returns a small scenario with quick decisions, drawn by a seed, so
// that a few thousand events hold splits, moves, merges and failures. All times are
// drawn. It is for checks of what holds in any run.
func RandomScenario(seed uint64) Scenario {
	d := &dice{random.Stream(random.Mix(seed))}
	p := Defaults()
	p.Servers, p.Cores = 2+d.upTo(5), 1+d.upTo(3)
	p.Tick = d.of(20, 50, 50, 150) * clock.Millisecond
	p.SustainLow = d.from(0, 40) * clock.Millisecond
	p.SustainHigh = p.SustainLow + d.from(0, 60)*clock.Millisecond
	p.OfflineLow = d.from(0, 60) * clock.Millisecond
	p.OfflineHigh = p.OfflineLow + d.from(0, 100)*clock.Millisecond
	p.Pause = d.of(0, 5, 200) * clock.Millisecond
	p.LogBase = d.of(1, 6, 30, 200) * clock.Millisecond
	p.ServerSustain, p.ColdSustain = d.from(0, 300)*clock.Millisecond, d.from(0, 300)*clock.Millisecond
	p.InsertBase, p.RoundTrip = d.of(300, 590, 5000), d.of(2, 8, 32)*clock.Millisecond
	p.QueueLimit = d.of(20, 200, 1450)
	p.ErrorWait = d.of(0, 10, 100) * clock.Millisecond
	p.Guard, p.EnforceAccount = d.upTo(3) == 0, d.upTo(4) == 0
	p.LowWatermark, p.HighWatermark = 1+d.upTo(3), 4+d.upTo(20)
	p.Thresholds = partition.Policy{HotUtilisation: d.of(100, 300, 850), HotThrottled: 10_000, ColdRate: d.of(1, 20, 100),
		ServerBusy: d.of(200, 900), LeastMove: d.of(0, 50)}
	c := Scenario{Seed: seed, Span: clock.Minute, Params: p, Template: randomTemplates[d.upTo(len(randomTemplates))],
		Entities: demand.Entities{Kind: demand.Users, Count: 1 + d.upTo(200), Zipf: d.upTo(3), Scale: 1}, Ranges: 1 + d.upTo(6),
		Stored: d.of(0, 0, 1500)}
	for range 1 + d.upTo(2) {
		c.Groups = append(c.Groups, Group{"clients", randomLoad(d)})
	}
	for range d.upTo(6) {
		c.Commands = append(c.Commands, randomCommand(d, &c))
	}
	return c
}

func randomLoad(d *dice) demand.Load {
	l := demand.Load{Batch: int(d.of(1, 1, 7, 100)), Retry: demand.Retry(d.upTo(4)), Sticky: d.upTo(4) == 0}
	l.Mix[service.Insert], l.Mix[service.Get], l.Mix[service.Delete] = 1+d.from(0, 9), d.from(0, 5), d.from(0, 3)
	if d.upTo(3) == 0 {
		l.Rate = d.of(500, 3000, 8000)
		return l
	}
	l.VMs, l.Threads, l.Size = 1+d.upTo(3), 5+d.upTo(30), demand.ExtraLarge
	if d.upTo(2) == 0 {
		l.Size = demand.Small
	}
	l.Mix[service.Scan], l.Mix[service.Purge] = d.from(0, 2), d.from(0, 2)
	return l
}

func randomCommand(d *dice, c *Scenario) Command {
	all := []Action{
		SetLoad, SplitAt, MoveRange, MergeAt, KillServer, KillServer, ReviveServer, SetGuard, SetManager, SetBackground, SetTargets,
	}
	r := Command{At: d.from(0, 2000) * clock.Millisecond, Do: all[d.upTo(len(all))], Group: d.upTo(len(c.Groups)), On: d.upTo(3) > 0,
		Server: d.upTo(c.Params.Servers), Share: d.from(0, 500),
		Key: []string{"user000003", "user0001", "12:00:00", "4", "8", "02_"}[d.upTo(6)]}
	for r.Do == SetLoad {
		r.Load = randomLoad(d)
		if (r.Load.Rate > 0) == (c.Groups[r.Group].Load.Rate > 0) {
			break
		}
	}
	return r
}
