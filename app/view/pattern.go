package view

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/sim/explain"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// WhyTitle names why a cell of the map is hot.
func WhyTitle(a *explain.Answer) string {
	switch {
	case a.Reason == explain.KeyPattern:
		return [...]string{"Nothing lands here", "Append at the tail", "Prepend at the head", "Hot key", "Hot range", "Sequential scan",
			"Periodic", "Even"}[a.Pattern]
	case a.Reason == explain.FullRange && a.RangeLoad < busyShare:
		return "A burst on one range"
	}
	return [...]string{"Nothing lands here", "Even", "", "One range at its capacity", "Neighbour of a hot key", "A crowded server",
		"Neighbour of a hot key",
		"A range that stands still", "A range on the move", "A failed server", "The account's limit"}[a.Reason]
}

// busyShare is how much of the time, in thousandths, a range works that is at its
// capacity.
const busyShare = 800

// RefusedSentence says how much of a cell was refused, and for which causes. It
// is empty where nothing was.
func RefusedSentence(a *explain.Answer) string {
	if a.Refused.Sum() == 0 {
		return ""
	}
	return Refused(&a.Refused) + "."
}

// Refused counts refused entities by cause: "8 entities refused by a crowded server".
func Refused(r *record.Refusals) string {
	number, causes, _ := strings.Cut(r.Sentence(), " ")
	if r.Sum() == 1 {
		return number + " entity " + causes
	}
	return number + " entities " + causes
}

// WhySentence says the reason of an answer, and what it means for the table.
func WhySentence(a *explain.Answer) string {
	r, server := "Range "+strconv.Itoa(int(a.Range)), "Server "+ServerLetter(a.Server)
	switch a.Reason {
	case explain.NothingHere:
		return "No request asks for these keys in that time."
	case explain.FullRange:
		return r + " worked " + Permil(a.RangeLoad) + " of the time. It executes one request at a time, so the rest queues up until the range " +
			"refuses it. " + split(a)
	case explain.NeighbourInRange:
		return "The key " + strconv.Quote(Shorten(a.Neighbour, 40)) + " lies elsewhere on the map, but in the same range, and has at " +
			"least half " +
			"of its requests. " +
			r + " worked " + Permil(a.RangeLoad) + " of the time, so everything else in it waits, too."
	case explain.CrowdedServer:
		return server + " worked " + Permil(a.ServerLoad) + " of the time of its " + Count(a.Params.Cores, "core", "cores") + " for " +
			Count(a.OnServer, "range", "ranges") +
			". Requests wait for a core although range " + strconv.Itoa(int(a.Range)) + " itself worked only " + Permil(a.RangeLoad) +
			" of the time. " + crowd(a) + moves(a)
	case explain.NeighbourOnServer:
		return server + " also serves range " + strconv.Itoa(int(a.Crowd)) + ", which makes up " + Permil(a.CrowdShare) +
			" of the server's queue because of its hot key " +
			strconv.Quote(Shorten(a.Neighbour, 40)) + ". Requests here wait behind them although range " + strconv.Itoa(int(a.Range)) +
			" worked only " + Permil(a.RangeLoad) + " of the time."
	case explain.PausedRange:
		return r + " stood still while it was split or merged. Requests waited for it, and those that found its queue too long were refused. " +
			"That is over in a second or less."
	case explain.MovingRange:
		return r + " was moving to server " + ServerLetter(a.Server) + back(a) +
			". No server answers for a range until the next one has loaded it, so callers must try again."
	case explain.FailedServer:
		return "Server " + ServerLetter(a.FailedServer) + " failed. " + r + " moved to server " + ServerLetter(a.Server) + back(a) +
			". Until the next server has loaded it, nobody answers for it."
	case explain.SpentAccount:
		return "The account had used up the " + Number(int(a.Params.AccountLimit)) +
			" entities that it may send in a second. The front end refuses the rest before any range sees it: " +
			r + " worked only " + Permil(a.RangeLoad) + " of the time."
	}
	return PatternSentence(a)
}

func back(a *explain.Answer) string {
	if a.Away <= a.From {
		return ""
	}
	return " and was back at " + Clock(a.Away)
}

// split says what a split would do for a full range.
func split(a *explain.Answer) string {
	text := ""
	if a.TableRanges == 1 {
		text = "The table has no other range yet. "
	}
	switch {
	case a.Direction == explain.Append:
		return text + "Within it each new key is the highest, so a split leaves all the load in one half."
	case a.Direction == explain.Prepend:
		return text + "Within it each new key is the lowest, so a split leaves all the load in one half."
	case !a.Params.Manager:
		return text + "A split could divide its keys, but the manager is off."
	}
	return text + "A split can divide its keys: the service decides on one after a range has been hot for " +
		Period(a.Params.SustainLow, a.Params.SustainHigh) + "."
}

func crowd(a *explain.Answer) string {
	if a.CrowdShare < busyShare || a.Crowd == a.Range {
		return ""
	}
	return "Range " + strconv.Itoa(int(a.Crowd)) + " alone makes up " + Permil(a.CrowdShare) + " of that. "
}

func moves(a *explain.Answer) string {
	if !a.Params.Manager {
		return "Another server could take over some of them, but the manager is off."
	}
	return "The service moves ranges to other servers one by one, each after the server has been busy for " +
		Span(a.Params.ServerSustain) + "."
}

// Period writes how long something takes at least and at most.
func Period(low, high int64) string {
	least, unit, _ := strings.Cut(Span(low), " ")
	most, other, _ := strings.Cut(Span(high), " ")
	switch {
	case low == high:
		return Span(low)
	case unit == other:
		return least + " to " + Span(high)
	}
	return least + " " + unit + " to " + most + " " + other
}

// LoadSentence says how busy the range and the server of an answer were. It goes on
// after their names.
func LoadSentence(a *explain.Answer) string {
	of := "is the only range of the table"
	if a.TableRanges > 1 {
		of = "is one of " + Number(a.TableRanges) + " ranges"
	}
	return " " + of + " and worked " + Permil(a.RangeLoad) + " of the time; one range can use one core. The server worked " +
		Permil(a.ServerLoad) +
		" of the time of its " + Count(a.Params.Cores, "core", "cores") + ", for " + Count(a.OnServer, "range", "ranges") + "."
}

// PatternSentence says what the pattern of the keys means for the table.
func PatternSentence(a *explain.Answer) string {
	switch a.Pattern {
	case explain.Append:
		return "Each key is higher than all before, so every write goes to the last range. Splitting moves the old keys away and leaves the " +
			"next write where it was."
	case explain.Prepend:
		return "Each key is lower than all before, so every write goes to the first range. Splitting leaves the next write where it was."
	case explain.HotKey:
		return "One key, " + strconv.Quote(Shorten(a.Top, 40)) + ", has " + Permil(a.TopShare) +
			" of the operations. A partition is never divided, so one server has all of them."
	case explain.HotRange:
		return "Several keys here are much busier than the others. A split can divide them."
	case explain.Scanning:
		return "Scans read page by page through these keys."
	case explain.Periodic:
		return "The load comes and goes in even steps."
	}
	return "No key stands out, and the keys neither grow nor fall."
}

// RemedySentence says what helps where no other key does. It is empty where
// nothing needs help.
func RemedySentence(a *explain.Answer) string {
	switch a.Reason {
	case explain.NothingHere, explain.KeysEven:
		return ""
	case explain.FullRange:
		return "The keys already differ, so splits spread them. Let callers back off, and let the load on a new table grow slowly enough for " +
			"splits to keep up."
	case explain.NeighbourInRange, explain.NeighbourOnServer:
		return "The keys of this cell are not the reason. Find the hot key on the map and spread its writes, or wait until a split or a move " +
			"takes it elsewhere."
	case explain.CrowdedServer:
		return "The key is not the reason, and no other key helps. Let callers back off until the service has moved some of the ranges."
	case explain.PausedRange, explain.MovingRange, explain.FailedServer:
		return "No key prevents this. Let callers try again, with back-off, for at least 20 s."
	case explain.SpentAccount:
		return "No key helps. Send less, or spread the tables over several storage accounts."
	}
	return "No small change of the template spreads these operations."
}
