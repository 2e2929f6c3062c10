package view

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/sim/clock"
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Clock writes a moment of virtual time: 02:14, or 1:02:14 from an hour on.
func Clock(micros int64) string {
	s := micros / clock.Second
	text := two(s/60%60) + ":" + two(s%60)
	if s >= 3600 {
		text = strconv.FormatInt(s/3600, 10) + ":" + text
	}
	return text
}

func two(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// Span writes a length of virtual time in its largest unit: 38 s, 16 min, 1.5 h.
func Span(micros int64) string {
	s := micros / clock.Second
	switch {
	case s < 120:
		return strconv.FormatInt(s, 10) + " s"
	case s < 7200:
		return strconv.FormatInt(s/60, 10) + " min"
	}
	return strconv.FormatFloat(float64(s)/3600, 'f', 1, 64) + " h"
}

// Permil writes thousandths as a percentage.
func Permil(n int64) string { return Share(float64(n) / 1000) }

// Millis writes microseconds as milliseconds, or from a second on as seconds.
func Millis(micros int64) string {
	if micros >= 1_000_000 {
		return strconv.FormatFloat(float64(micros)/1e6, 'f', 1, 64) + " s"
	}
	if micros < 10_000 {
		return strconv.FormatFloat(float64(micros)/1000, 'f', 1, 64) + " ms"
	}
	return Number(int((micros+500)/1000)) + " ms"
}

// ServerLetter names a server: A to H, then A2 and so on.
func ServerLetter(server int) string {
	letter := string(rune('A' + server%8))
	if round := server / 8; round > 0 {
		letter += strconv.Itoa(round + 1)
	}
	return letter
}

// Lettered gives the servers in a sentence of the engine, which counts them from
// 0, their letters.
func Lettered(sentence string) string {
	var b strings.Builder
	for {
		at := strings.Index(sentence, "erver ")
		if at < 0 {
			break
		}
		at += len("erver ")
		end := at
		for end < len(sentence) && sentence[end] >= '0' && sentence[end] <= '9' {
			end++
		}
		b.WriteString(sentence[:at])
		if n, err := strconv.Atoi(sentence[at:end]); err == nil {
			b.WriteString(ServerLetter(n))
		}
		sentence = sentence[end:]
	}
	return b.String() + sentence
}

// ServerClass is the class that gives an element the colours of a server.
func ServerClass(server int) string { return "s-" + string(rune('a'+server%8)) }

// Server draws the letter of a server on its colour.
func Server(server int) app.UI {
	return H("span.sv.sv--sm", Attr("class", ServerClass(server)), Text(ServerLetter(server)))
}

// SpedUp is said wherever a run decides faster than the service.
const SpedUp = "Sped up: the service decides in 20 s here, not in 5 to 10 min."
