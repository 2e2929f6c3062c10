package simulator

import (
	"strconv"

	"github.com/keyrange/keyrange/app/screen/simulator/runs"
	"github.com/keyrange/keyrange/app/ui"
	"github.com/keyrange/keyrange/app/view"
	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/keyrange/keyrange/engine/sim/record"
)

// transport is the bar along the virtual time of the runs.
type transport struct{ *scene }

// timeline is the run as the transport bar shows it: a place for each second of
// virtual time, of which the present one is where the playhead goes, a mark where the partition map changed, a strong one where
// something was done by hand.
func (p transport) timeline() ui.Timeline {
	s := p.sim
	l := ui.Timeline{Name: "Place in the run", Length: int(runs.Seconds(s.Play.Span())), Place: int(runs.Seconds(s.Play.Place()))}
	if l.Place == 0 && s.Play.Place() > 0 {
		l.Place = 1 // there is something before
	}
	l.Text = p.placeText()
	l.Marks = p.eventMarks()
	if ways := s.Journal.Ways(); len(ways) > 1 {
		for _, w := range ways {
			text := w.Name
			if w.Parent {
				text += ", parts at " + view.Clock(w.From)
			}
			l.Ways = append(l.Ways, ui.TimelineWay{Name: w.Name, Text: text, From: int(runs.Seconds(w.From)), Length: int(runs.Seconds(w.Length)),
				Parent: w.Parent, Current: w.Current})
		}
	}
	l.Seek = func(place int) { p.Do(func() { s.Play.Pause(); s.Play.SeekRun(int64(place) * clock.Second) }) }
	l.By = func(steps int) { p.Do(func() { s.Play.StepRun(int64(steps)) }) }
	l.Switch = func(name string) { p.Do(func() { s.SwitchBranch(name) }) }
	l.Fork = func() { p.Do(s.Fork) }
	l.Undo = func() { p.Do(func() { s.Undo() }) }
	l.Redo = func() { p.Do(func() { s.Redo() }) }
	l.Live = &ui.LiveTime{Playing: s.Play.Playing(), Toggle: func() { p.Do(p.play) }}
	for i, speed := range runs.Speeds {
		l.Live.Speeds = append(l.Live.Speeds, strconv.FormatInt(speed, 10)+"×")
		if speed == s.Play.Speed() {
			l.Live.Speed = i
		}
	}
	l.Live.SetTo = func(speed int) { p.Do(func() { s.Play.SetSpeed(runs.Speeds[speed]) }) }
	return l
}

// play lets time pass, or stops it.
func (p transport) play() {
	p.ui.hid = false
	p.sim.Play.Toggle()
}

// eventMarks are the events of the run that is shown.
func (p transport) eventMarks() []ui.TimelineMark {
	var marks []ui.TimelineMark
	for _, n := range p.run().Sim().Notes() {
		if n.Kind != record.OfflineNote && n.Kind != record.OnlineNote && len(marks) < ui.MaxMarks {
			marks = append(marks, ui.TimelineMark{Place: int(runs.Seconds(n.At)), Strong: n.Kind == record.CommandNote})
		}
	}
	return marks
}

// placeText is the read-out: where the playhead is, and what holds it up or was
// done last.
func (p transport) placeText() string {
	s := p.sim
	text := view.Clock(s.Play.At()) + " of " + view.Clock(s.Play.Span())
	j := s.Journal
	switch pace := p.paceText(); {
	case pace != "":
		text += " · " + pace
	case p.ui.hid:
		text += " · paused while hidden"
	case j.Len() > 0:
		text += " · " + s.Journal.Label(j.Position())
	}
	return text
}

func seconds(micros int64) string { return strconv.FormatInt(runs.Seconds(micros), 10) }

// paceText says when the device is slower than the speed that was asked for.
func (p transport) paceText() string {
	if to, ok := p.sim.Play.Seeking(); ok {
		return "Running to " + view.Clock(to)
	}
	if pace := p.sim.Play.Pace(); p.sim.Play.Playing() && pace < 900 {
		return "Running at " + strconv.FormatFloat(float64(p.sim.Play.Speed()*pace)/1000, 'f', 1, 64) + "x to stay smooth"
	}
	return ""
}
