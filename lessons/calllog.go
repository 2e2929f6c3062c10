package lessons

import (
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
)

var inCondition = []param{{name: "condition", kind: truth}}

// logCalls ask about what was done since the step began.
func logCalls() []call {
	return []call{
		{"ever", inCondition, truth, "the condition was true after some command. What it asks of the last reading, command or run " +
			"it asks as of then; tables are as they are now", nil, func(f *Facts, c *node) value {
			return truthOf(f.ever(c))
		}},
		{"times", inCondition, number, "after how many commands it was true", nil, func(f *Facts, c *node) value { return numberOf(f.times(c)) }},
		{"readings", inCondition, number, "how many readings there were for which the condition is true", nil, func(f *Facts, c *node) value {
			n := 0
			f.readings(c, func(*reading) { n++ })
			return numberOf(n)
		}},
		{"gathered", inCondition, number, "how many different entities these readings returned together", nil, func(f *Facts, c *node) value {
			found := map[table.Key]bool{}
			f.readings(c, func(r *reading) {
				for _, k := range r.keys {
					found[k] = true
				}
			})
			return numberOf(len(found))
		}},
		{"spent", inCondition, number, "how many entities they examined together", nil, func(f *Facts, c *node) value {
			n := 0
			f.readings(c, func(r *reading) { n += r.cost.Examined })
			return numberOf(n)
		}},
		{"commands", nil, number, "how many commands were done", func(f *Facts, a arguments) value { return numberOf(f.upto) }, nil},
		{"sent", nil, number, "how many requests they sent to the Table service", func(f *Facts, a arguments) value {
			n := 0
			for i := range f.upto {
				n += attempts(&f.moments[i].result)
			}
			return numberOf(n)
		}, nil},
		{"done", nil, truth, "the last command did what it says",
			func(f *Facts, a arguments) value { return truthOf(f.upto > 0 && f.result().OK()) }, nil},
		{"code", nil, text, "the error code of the last command, as EntityAlreadyExists; '' for none",
			func(f *Facts, a arguments) value { return textOf(codeOf(f.result())) }, nil},
		{"refused", []param{{name: "code", kind: text}}, number, "how many commands were refused with the code",
			func(f *Facts, a arguments) value {
				n := 0
				for i := range f.upto {
					if codeOf(&f.moments[i].result) == a.text(0) {
						n++
					}
				}
				return numberOf(n)
			}, nil},
		{"attempts", nil, number, "how often the last command was sent, retries included",
			func(f *Facts, a arguments) value { return numberOf(attempts(f.result())) }, nil},
		{"unanswered", nil, truth, "the last command got no answer",
			func(f *Facts, a arguments) value { return truthOf(f.result().Unanswered) }, nil},
		{"misled", nil, truth, "its caller takes it for failed, and it was done", misled, nil},
	}
}

func misled(f *Facts, _ arguments) value {
	for _, x := range f.result().Exchanges {
		if x.Misleading() {
			return truthOf(true)
		}
	}
	return truthOf(false)
}

// attempts counts the requests that a command sent.
func attempts(r *script.Result) (n int) {
	for _, x := range r.Exchanges {
		n += len(x.Attempts)
	}
	return n
}

func codeOf(r *script.Result) string {
	if r.Refusal == nil {
		return ""
	}
	return string(r.Refusal.Code)
}

// ever reports whether a condition was true after some command.
func (f *Facts) ever(c *node) bool {
	if !f.present {
		return f.times(c) > 0
	}
	now := c.eval(f).b
	f.again = f.again || now
	return now
}

// times counts the moments after which a condition was true.
func (f *Facts) times(c *node) int {
	upto, n := f.upto, 0
	for i := 1; i <= upto; i++ {
		f.upto = i
		if c.eval(f).b {
			n++
		}
	}
	f.upto = upto
	return n
}
