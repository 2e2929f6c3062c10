package service

import "github.com/keyrange/keyrange/engine/sim/clock"

// account is what the account may still do: a bucket that holds a second's worth.
type account struct {
	tokens   int64 // in millionths of an entity
	refilled int64 // when they were last counted
}

// pay takes n entities from the bucket, if it has as many.
func (a *account) pay(p *Params, now, n int64) bool {
	most := p.AccountLimit
	a.tokens = min(most*clock.Second, a.tokens+(now-a.refilled)*most)
	a.refilled = now
	if a.tokens < n*clock.Second {
		return false
	}
	a.tokens -= n * clock.Second
	return true
}

// limit takes what is above a new limit out of the bucket.
func (a *account) limit(p *Params) { a.tokens = min(a.tokens, p.AccountLimit*clock.Second) }
