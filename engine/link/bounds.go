package link

// The bounds of a link, so that it is short enough to share.
const (
	// maxLink is the longest text of Pack, maxUnpacked how many bytes it may
	// hold before it was compressed.
	maxLink     = 256 << 10
	maxUnpacked = 2 << 20
)
