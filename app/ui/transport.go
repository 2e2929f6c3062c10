package ui

import (
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// IDs of the elements of the bar.
const (
	scrubID = "scrub"
	speedID = "speed"
	PlayID  = "tp-play"
	wayID   = "branch"
)

// Transport is the bar at the foot of every screen that goes along something:
// first, step back, play, step, last, the scrubber with its marks and branches,
// speed and a read-out. It takes the keys of the keyboard map. A page draws one
// of it, last, with a new Timeline each time:
//
//	&Transport{Timeline: p.timeline()}
type Transport struct {
	app.Compo
	Timeline Timeline

	ctx     app.Context
	clock   Clock
	playing bool
	more    bool // the rest of the bar is open, on a narrow window
	mounted bool
	stop    func()

	scrubbing bool // the thumb is drawn along
	moves     bool // and was a moment ago
	moved     time.Time
	showing   bool          // a place is being shown for that
	shown     time.Time     // when that began or ended
	gap       time.Duration // to the next one
}

// OnInit begins at normal speed.
func (t *Transport) OnInit() { t.clock.Speed = NormalSpeed }

// OnMount begins to take keys.
func (t *Transport) OnMount(ctx app.Context) {
	t.ctx, t.mounted = ctx, true
	t.stop = browser.WatchKeys(func(k browser.Key) bool {
		do := t.key(k)
		if do != nil {
			ctx.Dispatch(func(app.Context) { do() })
		}
		return do != nil
	})
}

// OnDismount stops playing and lets go of the keys.
func (t *Transport) OnDismount() {
	t.playing, t.mounted = false, false
	t.follows(false)
	if t.stop != nil {
		t.stop()
	}
}

// seek stops playing and goes to a place, one inside the timeline.
func (t *Transport) seek(place int) {
	t.playing = false
	if place = max(0, min(place, t.Timeline.Length)); place != t.Timeline.Place {
		t.Timeline.Place = place // the next key may come before the next drawing
		t.Timeline.Seek(place)
	}
}

func (t *Transport) by(steps int) {
	if t.Timeline.By != nil {
		t.Timeline.By(steps)
		return
	}
	t.seek(t.Timeline.Place + steps)
}

// plays reports whether time passes, here or on the page.
func (t *Transport) plays() bool {
	if l := t.Timeline.Live; l != nil {
		return l.Playing
	}
	return t.playing
}

func (t *Transport) undo() {
	if t.Timeline.Undo == nil {
		t.by(-1)
		return
	}
	t.Timeline.Undo()
}

func (t *Transport) redo() {
	if t.Timeline.Redo == nil {
		t.by(1)
		return
	}
	t.Timeline.Redo()
}

// toggle plays, from the beginning if the end is reached, or pauses.
func (t *Transport) toggle() {
	if l := t.Timeline.Live; l != nil {
		l.Toggle()
		return
	}
	t.playing = !t.playing && t.Timeline.Length > 0
	if !t.playing {
		return
	}
	if t.Timeline.Place >= t.Timeline.Length {
		t.Timeline.Seek(0)
	}
	t.clock.Last, t.clock.owed = time.Now(), 0
	browser.Frame(t.tick)
}

// tick runs on every frame while the bar plays. It wakes the page up only when
// there is a place to go to.
func (t *Transport) tick() {
	if !t.playing || !t.mounted {
		return
	}
	browser.Frame(t.tick)
	if t.Timeline.Busy {
		t.clock.Last = time.Now()
		return
	}
	if n := t.clock.Due(time.Now(), t.Timeline.Step, browser.CalmMotion()); n > 0 {
		t.ctx.Dispatch(func(app.Context) { t.advance(n) })
	}
}

func (t *Transport) advance(n int) {
	if !t.playing {
		return
	}
	to := min(t.Timeline.Place+n, t.Timeline.Length)
	t.playing = to < t.Timeline.Length
	t.Timeline.Seek(to)
}

func (t *Transport) faster(steps int) {
	if l := t.Timeline.Live; l != nil {
		if len(l.Speeds) > 0 {
			l.SetTo(max(0, min(l.Speed+steps, len(l.Speeds)-1)))
		}
		return
	}
	t.clock.Speed = max(0, min(t.clock.Speed+steps, len(speeds)-1))
}

func (t *Transport) speed() int {
	if l := t.Timeline.Live; l != nil {
		return l.Speed
	}
	return t.clock.Speed
}

// Render draws the bar.
func (t *Transport) Render() app.UI {
	l := &t.Timeline
	first, last := l.Place <= 0, l.Place >= l.Length
	bar := view.El("div.tp;role=group;aria-label=Transport")
	if t.more {
		bar = bar.Class("tp--more")
	}
	live := "polite"
	if t.plays() || l.Live != nil { // that page has a voice of its own
		live = "off"
	}
	back, step := "ArrowLeft", "ArrowRight"
	if l.Undo == nil { // a step is a gesture
		back, step = "Control+Z", "Control+Y"
	}
	return bar.Body(
		view.H("div.tp__b",
			keyButton("tp-first", "chevron-first", "First", "Home", first, t.click(func() { t.seek(0) }, "first")),
			keyButton("tp-back", "step-back", "Step back", back, first, t.click(func() { t.by(-1) }, "back")),
			t.playButton(),
			keyButton("tp-step", "step-forward", "Step", step, last, t.click(func() { t.by(1) }, "step")),
			keyButton("tp-last", "chevron-last", "Last", "End", last, t.click(func() { t.seek(t.Timeline.Length) }, "last")),
		),
		t.way(),
		view.H("div.tp__e", t.branchPicker(), t.forkButton(), t.speedPicker()),
		view.H("output#tp-text.num", view.Attr("for", scrubID), view.Attr("aria-live", live), view.Attr("title", l.Text), view.Text(l.Text)),
		IconButton("tp-more", "ellipsis", "More of the transport", false, view.Attr("class", "only-sm"), view.Flag("aria-expanded", t.more),
			t.click(func() { t.more = !t.more }, "more")),
	)
}

// click makes a handler of a gesture. The key tells handlers apart for go-app,
// which compares only their code.
func (t *Transport) click(do func(), key string) app.UI {
	return view.On("click", key, func(app.Context, app.Event) { do() })
}

func (t *Transport) playButton() app.UI {
	if t.plays() {
		return keyButton(PlayID, "pause", "Pause", "Space", false, t.click(t.toggle, "play"))
	}
	return keyButton(PlayID, "play", "Play", "Space", t.Timeline.Length == 0, t.click(t.toggle, "play"))
}

// way is the scrubber with the marks under it and the other branches above.
func (t *Transport) way() app.UI {
	l := &t.Timeline
	return view.H("div.tp__w",
		view.H("div.tp__t;aria-hidden=true", wayTree(l)),
		view.H("div.tp__s", view.Attr("style", "width:"+percentOf(l.Length, longest(l))),
			view.H("input;type=range;min=0;step=1", view.ID(scrubID), view.Attr("max", strconv.Itoa(max(l.Length, 1))),
				view.Attr("value", strconv.Itoa(l.Place)), view.Flag("disabled", l.Length == 0),
				view.Attr("aria-label", l.Name), view.Attr("aria-valuetext", l.Text),
				view.On("input", "", func(ctx app.Context, _ app.Event) {
					ctx.PreventUpdate()
					t.scrub()
				}),
				view.On("change", "", func(app.Context, app.Event) { t.rest() }),
			),
			view.TimelineMarks(markPath(l, false), markPath(l, true)),
		),
	)
}

// scrubGap is the least time between two places that are shown while the
// scrubber is drawn along, so that most frames are free for the thumb. One that
// takes long to show is followed by a longer one.
const scrubGap = 100 * time.Millisecond

// scrub follows the thumb.
func (t *Transport) scrub() {
	t.playing = false
	t.moved = time.Now()
	t.follows(true)
	if !t.scrubbing {
		t.scrubbing = true
		browser.Frame(t.follow)
	}
}

// restTime is how long the thumb stays where it is before it rests.
const restTime = 150 * time.Millisecond

// follows tells the page whether the thumb moves.
func (t *Transport) follows(moves bool) {
	if t.moves != moves {
		t.moves = moves
		if t.Timeline.Follow != nil {
			t.Timeline.Follow(moves)
		}
	}
}

// follow runs on every frame while the thumb moves, and shows its place when it
// is time to.
func (t *Transport) follow() {
	switch now := time.Now(); {
	case !t.scrubbing || !t.mounted:
		return
	case t.showing:
		t.showing, t.gap, t.shown = false, max(scrubGap, 5*now.Sub(t.shown)), now
	case now.Sub(t.shown) > t.gap && browser.Field(scrubID) != strconv.Itoa(t.Timeline.Place):
		t.showing, t.shown = true, now
		t.ctx.Dispatch(func(app.Context) { t.toThumb() })
	case now.Sub(t.moved) > restTime:
		t.follows(false)
	}
	browser.Frame(t.follow)
}

// rest shows the place where the thumb was let go.
func (t *Transport) rest() {
	t.scrubbing, t.showing = false, false
	t.toThumb()
	t.follows(false)
}

func (t *Transport) toThumb() {
	if n, err := strconv.Atoi(browser.Field(scrubID)); err == nil {
		t.seek(n)
	}
}

// OnUpdate lets the scrubber follow the place: a field keeps what it showed.
func (t *Transport) OnUpdate(ctx app.Context) {
	ctx.Defer(func(app.Context) {
		if !t.scrubbing {
			browser.Refill(scrubID, strconv.Itoa(t.Timeline.Place))
		}
	})
}

// MaxMarks bounds what is drawn under the scrubber.
const MaxMarks = 400

// markPath is the path of all marks of a kind over a width of 1,000.
func markPath(l *Timeline, strong bool) string {
	var path strings.Builder
	for _, m := range l.Marks[:min(len(l.Marks), MaxMarks)] {
		if m.Strong == strong {
			path.WriteString("M" + strconv.Itoa(1000*m.Place/max(l.Length, 1)) + " 0v6")
		}
	}
	return path.String()
}

func longest(l *Timeline) int {
	most := max(l.Length, 1)
	for _, w := range l.Ways {
		most = max(most, w.Length)
	}
	return most
}

func percentOf(n, of int) string {
	if n == 0 {
		return "100%"
	}
	return strconv.FormatFloat(100*float64(n)/float64(of), 'f', 2, 64) + "%"
}

// drawnWays is how many branches the tree shows: those made last. The list
// beside it names them all.
const drawnWays = 4

// wayTree draws the branches beside the current one as lines that leave it
// where they part from it; the one that it was made from is a ghost.
func wayTree(l *Timeline) app.UI {
	most := longest(l)
	var lanes []view.Lane
	for i := len(l.Ways) - 1; i >= 0 && len(lanes) < drawnWays; i-- {
		w := l.Ways[i]
		if !w.Current {
			lanes = append(lanes, view.Lane{From: 1000 * w.From / most, To: 1000 * w.Length / most, Ghost: w.Parent})
		}
	}
	return view.Lanes(lanes, 1000*l.Place/most)
}

func (t *Transport) branchPicker() app.UI {
	l := &t.Timeline
	if len(l.Ways) < 2 {
		return view.El("span;hidden=true")
	}
	options := make([]app.UI, len(l.Ways))
	for i, w := range l.Ways {
		options[i] = view.H("option", view.Attr("value", w.Name), view.Text(w.Text), view.Flag("selected", w.Current))
	}
	return view.H("span.pick",
		view.Around("select;aria-label=Branch", options, view.ID(wayID), view.On("change", "", func(app.Context, app.Event) {
			t.playing = false
			t.Timeline.Switch(browser.Field(wayID))
		})),
		view.Icon("chevron-down", "ic--14"),
	)
}

func (t *Transport) forkButton() app.UI {
	if t.Timeline.Fork == nil {
		return view.El("span;hidden=true")
	}
	return keyButton("tp-fork", "git-branch", "Branch here", "B", false, t.click(func() { t.Timeline.Fork() }, "fork"))
}

func (t *Transport) speedPicker() app.UI {
	names, now := speedNames(), t.speed()
	if l := t.Timeline.Live; l != nil {
		names = l.Speeds
	}
	if len(names) == 0 {
		return view.El("span;hidden=true")
	}
	options := make([]app.UI, len(names))
	for i, name := range names {
		options[i] = view.H("option", view.Attr("value", strconv.Itoa(i)), view.Text(name), view.Flag("selected", i == now))
	}
	return view.H("span.pick",
		view.Around("select;aria-label=Speed", options, view.ID(speedID), view.On("change", "", func(app.Context, app.Event) {
			if n, err := strconv.Atoi(browser.Field(speedID)); err == nil {
				t.faster(n - t.speed())
			}
		})),
		view.Icon("chevron-down", "ic--14"),
	)
}
