package model

import (
	"github.com/keyrange/keyrange/engine/keys/check"
)

// figures are what is computed from a build once, when a page first asks: each
// looks at every partition or every write.
type figures struct {
	findings []check.Finding
	sizes    check.Sizes
	sized    int // how many partitions sizes lists, 0 when nobody asked
	sample   check.Sample
	sampled  int // how many keys sample was asked for, 0 when nobody asked
	prepared int // how many of the figures that look at every write are there
}

// What a build computes ahead, and a page should ask for.
const (
	SortedKeys   = 7 // of SortSample
	LargestSizes = 8 // of Sizes
)

// prepare computes one of the figures that look at every write, so that no
// step and no drawing does it all at once. It reports whether it did.
func (b *Build) prepare() bool {
	f := &b.figures
	if f.prepared == 0 && b.Analysis.Prepare() {
		return true
	}
	switch f.prepared {
	case 0:
		f.findings = b.Analysis.Findings()
	case 1:
		f.sample, f.sampled = b.Analysis.SortSample(SortedKeys), SortedKeys
	case 2:
		f.sizes, f.sized = b.Analysis.PartitionSizes(LargestSizes), LargestSizes
	default:
		return false
	}
	f.prepared++
	return true
}

// Findings returns what was found about the keys that are shown, gravest first.
func (p *Builder) Findings() []check.Finding {
	if p.built == nil {
		return nil
	}
	return p.built.Findings()
}

// Findings returns what was found about the keys, gravest first.
func (b *Build) Findings() []check.Finding {
	f := &b.figures
	if f.findings == nil {
		f.findings = b.Analysis.Findings()
	}
	return f.findings
}

// Sizes returns the n largest partitions of the design that is shown, and the
// rest summed; n is at least 1.
func (p *Builder) Sizes(n int) check.Sizes {
	if p.built == nil {
		return check.Sizes{}
	}
	return p.built.PartitionSizes(n)
}

// PartitionSizes returns the n largest partitions.
func (b *Build) PartitionSizes(n int) check.Sizes {
	f := &b.figures
	if f.sized != n {
		f.sizes, f.sized = b.Analysis.PartitionSizes(n), n
	}
	return f.sizes
}

// SortSample returns about k keys in their true order, around the place where
// the next write lands; k is at least 1.
func (p *Builder) SortSample(k int) check.Sample {
	if p.built == nil {
		return check.Sample{}
	}
	f := &p.built.figures
	if f.sampled != k {
		f.sample, f.sampled = p.built.Analysis.SortSample(k), k
	}
	return f.sample
}
