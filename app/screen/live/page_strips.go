package live

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/keyrange/keyrange/app/browser"
	"github.com/keyrange/keyrange/app/view"
)

// strips are the figures over the map and the series under it.
type strips struct{ *Page }

// figures are the verdict and the three figures beside it.
func (p strips) figures() app.UI {
	small, title, bad := p.s.Verdict()
	f := p.s.now()
	sent, refused := f.PerSecond(f.Total.Sent), f.PerSecond(f.Total.AllRefused())
	accepted := view.Number(int(sent-refused)) + " accepted"
	if refused == 0 {
		accepted = "all accepted"
	}
	sign := view.H("span.lv__ok", view.Icon("check", "ic--14"))
	if bad {
		sign = view.T("span.lv__bad", "!")
	}
	return view.H("section.kp;aria-label=Now",
		view.H("div", sign, view.H("div", view.T("small", small), view.T("b#live-verdict", title))),
		p.figure("Requests/s", view.Number(int(sent)), accepted, false, 0),
		p.figure("Refused", view.Permil(f.Total.AllRefused()*1000/max(1, f.Total.Sent)), view.Number(int(refused))+" a second", refused > 0, 1),
		p.figure("Latency p99", view.Millis(f.P99), "p50 "+view.Millis(f.P50), false, 2),
	)
}

// now are the figures of the last seconds that are shown.
func (s *State) now() Figures {
	if s.Place() < 0 {
		return Figures{Capacity: Capacity}
	}
	return s.Lately(s.Place())
}

func (p strips) figure(name, value, more string, bad bool, line int) app.UI {
	look := ""
	if bad {
		look = "bad"
	}
	return view.H("div", view.Attr("class", look),
		view.H("div", view.T("small", name), view.H("b", view.T("span", value), view.T("em", more))), p.spark(line))
}

// sparkPoints is how many points a line beside a figure has at most.
const sparkPoints = 60

// spark is the way of a figure over the time of the map, as a line without a scale.
// Each point is one second of those that it stands for.
func (p strips) spark(line int) app.UI {
	from, to := p.s.Shown()
	step := max(1, p.s.Window()/sparkPoints)
	values, top := make([]int64, 0, sparkPoints), int64(1)
	for i := to - 1; i >= from; i -= step {
		e := &p.s.columns[i]
		v := e.Total.Sent * second / max(1, e.Span)
		switch line {
		case 1:
			v = e.Total.AllRefused() * 1000 / max(1, e.Total.Sent)
			top = max(top, leastRefused)
		case 2:
			h := e.Histogram()
			v = h.Quantile(990)
		}
		values, top = append(values, v), max(top, v)
	}
	var path strings.Builder
	for i, v := range values { // the newest is first, at the right
		path.WriteString("ML"[min(i, 1):min(i, 1)+1] + strconv.Itoa(sparkPoints-1-i) + " " + strconv.FormatInt(100-v*100/top, 10))
	}
	return view.Shape("svg", "viewBox", "0 0 "+strconv.Itoa(sparkPoints-1)+" 100", "preserveAspectRatio", "none").Class("spark").
		Aria("hidden", "true").Body(view.Shape("path", "d", path.String(), "vector-effect", "non-scaling-stroke"))
}

// leastRefused is the share of refused requests, in thousandths, that fills the line
// beside that figure at least: fewer do not look like many.
const leastRefused = 50

// chart is one of the series under the map.
type chart struct {
	series *browser.Series
	top    string
	rev    int
}

func (c *chart) close() {
	if c.series != nil {
		c.series.Close()
	}
	*c = chart{}
}

var chartKinds = [...]string{"throughput", "latency"}

func (p strips) series() app.UI {
	f := p.s.now()
	line := func(i int, name, now, small, words string) app.UI {
		return view.H("div.ser",
			view.H("div.ser__l", view.T("span", name), view.T("b", now), view.T("small", small)),
			view.H("div.ser__c;role=img", view.ID("live-"+chartKinds[i]), view.Attr("aria-label", words+" Now "+now+", "+small+".")),
			view.T("div.ser__m;aria-hidden=true", p.ui.charts[i].top))
	}
	sent, refused := f.PerSecond(f.Total.Sent), f.PerSecond(f.Total.AllRefused())
	return view.H("div.sers.lv__s",
		line(0, "Requests/s", view.Number(int(sent-refused)), "of "+view.Number(int(sent))+" sent",
			"Requests per second: dashed is sent, solid is accepted, hatched is refused."),
		line(1, "p99", view.Millis(f.P99), "p50 "+view.Millis(f.P50), "Latency: p50, p90 and p99 of the requests that were not refused."))
}

// chartSeries opens the charts once they are needed and hands them what is new.
func (p strips) chartSeries() {
	if len(p.s.columns) == 0 {
		return
	}
	for i := range p.ui.charts {
		c := &p.ui.charts[i]
		if c.series == nil {
			opened := func() { p.heard(func() {}) }
			c.series = browser.OpenSeries("live-"+chartKinds[i], chartKinds[i], opened, func(top float64) {
				text := view.Number(int(top))
				if i == 1 {
					text = view.Millis(int64(top))
				}
				if text != c.top {
					p.Ctx.Dispatch(func(app.Context) { c.top = text })
				}
			})
		}
		if c.series.Open() && c.rev != p.s.Rev() {
			c.rev = p.s.Rev()
			values, points := p.values(i)
			c.series.Set(values, points, 0, float64(p.s.Window()))
		}
	}
}

// values are the points of a chart: the columns that are shown, on the axis of the map.
func (p strips) values(chart int) (values []float64, points int) {
	from, to := p.s.Shown()
	points = to - from
	lines := [4][]float64{}
	for i := from; i < to; i++ {
		e := &p.s.columns[i]
		span := float64(max(1, e.Span)) / second
		lines[0] = append(lines[0], float64(p.s.Window()-(to-i))+0.5)
		if chart == 0 {
			lines[1] = append(lines[1], float64(e.Total.Sent)/span)
			lines[2] = append(lines[2], float64(e.Total.Sent-e.Total.AllRefused())/span)
			continue
		}
		h := e.Histogram()
		var out [3]int64
		h.Quantiles([]uint64{500, 900, 990}, out[:])
		for k := range out {
			lines[k+1] = append(lines[k+1], float64(out[k]))
		}
	}
	for _, l := range lines {
		values = append(values, l...)
	}
	return values, points
}
