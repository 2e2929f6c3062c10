package link

// model predicts a text bit by bit, to pack it small: what followed the last 1
// to 6 bytes before, and what followed the longest earlier repetition, are
// mixed by weights that learn which of them to trust (context mixing, as in
// Mahoney, "Adaptive weighing of context models for lossless data
// compression"). All in whole numbers, so that every machine predicts the same.
//
// It is here in place of compress/flate because it adds a tenth of its size
// to the program and makes links about a third shorter.
type model struct {
	tables   [orders][]uint32 // of each context: probability of a 1 in 22 bits, and how often it was seen in 10
	at       [orders]int      // the entry of each context for the next bit
	contexts [orders]uint32   // hash of each context
	inputs   [orders + 1]int
	weights  [matchLengths][orders + 1]int
	set      int // the weights in use
	p        int // that the next bit is 1, in 12 bits

	history []byte
	partial int     // the bits of the next byte so far, behind a 1
	places  []int32 // where each hash of 5 bytes was last seen, plus 1
	match   int     // where the predicted byte is; 0: nowhere
	length  int     // bytes that agree before it
}

const (
	orders       = 5
	tableBits    = 16
	placeBits    = 14
	matchLengths = 8 // sets of weights, by the length of the match
	maxMatch     = 63
)

var orderBytes = [orders]int{1, 2, 3, 4, 6}

// primer is what the model has seen before any text: the words that logs are
// made of. It is a part of the version of share strings and never changes.
const primer = "create table Movies\x00insert Movies Drama/Psycho Title='Psycho' Year=1960 Rating=8.5\x00" +
	"query Movies top 10 select Title,Year where PartitionKey eq 'Drama' and RowKey ge 'P' and RowKey lt 'Q'\x00next\x00" +
	"get Movies Drama/Psycho\x00A: get Movies Drama/Psycho\x00B: replace Movies Drama/Psycho Count=1 if seen\x00" +
	"merge Movies Drama/Psycho Rating=9.0 if seen\x00insert-or-replace Movies a/1 Released=datetime'2026-01-01T00:00:00Z'\x00" +
	"insert-or-merge Movies a/2 Seen=true Votes=5L\x00delete Movies a/3\x00batch Movies { insert a/4 Name='x'; delete a/5 if seen }\x00" +
	"advance 40s\x00fault response-lost\x00A: policy exponential\x00A: track load Movies where PartitionKey eq 'a'\x00A: save batch\x00" +
	"A: track update Movies a/1\x00design Movies partition '{Genre}' row '{clean(Title)}'\x00import Movies data movies\x00drop table " +
	"Movies\x00" +
	"queue create jobs\x00queue put jobs 'x'\x00A: queue get jobs for 30s\x00A: queue delete jobs\x00split Movies Drama,Western\x00limits " +
	"page 5 examined 1000\x00main"

// newModel returns a model that has read the primer.
func newModel() *model {
	m := &model{partial: 1, places: make([]int32, 1<<placeBits)}
	for i := range m.tables {
		m.tables[i] = make([]uint32, 1<<tableBits)
		for j := range m.tables[i] {
			m.tables[i][j] = 1 << 31
		}
	}
	for i := range m.weights {
		for j := range m.weights[i] {
			m.weights[i][j] = 1 << 14
		}
	}
	m.predict()
	for i := range len(primer) {
		for bit := 7; bit >= 0; bit-- {
			m.update(int(primer[i]) >> bit & 1)
		}
	}
	return m
}

// predict sets p from the contexts.
func (m *model) predict() {
	for i := range m.tables {
		m.at[i] = int((m.contexts[i] + uint32(m.partial)*0x9E3779B1) >> (32 - tableBits))
		m.inputs[i] = stretch(int(m.tables[i][m.at[i]] >> 20))
	}
	m.inputs[orders], m.set = 0, 0
	if bit, ok := m.matched(); ok {
		m.set = 1 + min(m.length/4, matchLengths-2)
		m.inputs[orders] = (2*bit - 1) * min(m.length*32, 2047)
	}
	sum := 0
	for i, in := range m.inputs {
		sum += in * m.weights[m.set][i]
	}
	m.p = squash(sum >> 16)
}

// matched returns the bit that followed the repetition, as long as the bits of
// this byte agree with it.
func (m *model) matched() (bit int, ok bool) {
	if m.match == 0 || m.match >= len(m.history) {
		return 0, false
	}
	expected := int(m.history[m.match]) | 256
	seen := 0
	for p := m.partial; p > 1; p >>= 1 {
		seen++
	}
	if expected>>(8-seen) != m.partial {
		return 0, false
	}
	return expected >> (7 - seen) & 1, true
}

// update learns the bit that came, and predicts the next.
func (m *model) update(bit int) {
	wrong := bit<<12 - m.p
	for i, in := range m.inputs {
		m.weights[m.set][i] += (in*wrong + 1<<13) >> 14
	}
	for i := range m.tables {
		e := &m.tables[i][m.at[i]]
		count, p := *e&1023, *e>>10
		if bit == 1 { // without signs, whose division is slow in a browser
			p += (1<<22 - 1 - p) * 2 / (2*count + 3)
		} else {
			p -= p * 2 / (2*count + 3)
		}
		*e = p<<10 | min(count+1, 250)
	}
	if m.partial = m.partial<<1 | bit; m.partial >= 256 {
		m.byte(byte(m.partial))
		m.partial = 1
	}
	m.predict()
}

// byte takes a whole byte into the contexts and looks for a repetition.
func (m *model) byte(b byte) {
	if m.match > 0 && m.match < len(m.history) && m.history[m.match] == b {
		m.match, m.length = m.match+1, min(m.length+1, maxMatch)
	} else {
		m.match, m.length = 0, 0
	}
	m.history = append(m.history, b)
	n := len(m.history)
	for i, bytes := range orderBytes {
		h := uint32(bytes) * 0x2F0B4C47
		for _, c := range m.history[max(0, n-bytes):] {
			h = (h + uint32(c) + 1) * 0x2C9277B5
			h ^= h >> 15
		}
		m.contexts[i] = h * 0x85EBCA6B
	}
	if n < 5 {
		return
	}
	h := uint32(0)
	for _, c := range m.history[n-5:] {
		h = (h + uint32(c) + 1) * 0x2C9277B5
		h ^= h >> 15
	}
	place := &m.places[h>>(32-placeBits)]
	if m.match == 0 && *place > 0 {
		m.match = int(*place)
		for m.length < maxMatch && m.length < m.match && m.history[m.match-1-m.length] == m.history[n-1-m.length] {
			m.length++
		}
		if m.length == 0 {
			m.match = 0
		}
	}
	*place = int32(n)
}

// squash returns 4096 / (1 + e^-(d/256)), from 1 to 4095.
func squash(d int) int {
	d = max(-2047, min(2047, d))
	w, i := d&127, (d>>7)+16
	return (squashed[i]*(128-w) + squashed[i+1]*w + 64) >> 7
}

var squashed = [...]int{1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047,
	2549, 2994, 3348, 3607, 3785, 3901, 3975, 4024, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094}

// stretch is the inverse of squash.
func stretch(p int) int { return int(stretched[p]) }

var stretched = func() (table [4096]int16) {
	filled := 0
	for d := -2047; d <= 2047; d++ {
		for v := squash(d); filled <= v; filled++ {
			table[filled] = int16(d)
		}
	}
	for ; filled < len(table); filled++ {
		table[filled] = 2047
	}
	return table
}()
