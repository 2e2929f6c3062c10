package command

import (
	"strconv"
	"strings"
)

// Parse reads one command. Blanks and comments around it mean nothing. The
// error is an *Error.
func Parse(text string) (Command, error) {
	if len(text) > MaxCommand {
		return Command{}, errorAt(text, MaxCommand, len(text), "A command has at most 262,144 bytes.", "")
	}
	p := &parser{lexer: lexer{text: text}}
	c := p.command()
	if p.err == nil {
		p.space(true)
		if p.at < len(text) {
			p.fail(p.at, len(text), "Only one command belongs here.")
		}
	}
	if p.err != nil {
		return Command{}, p.err
	}
	return c, nil
}

// ParseScript reads a text with one command per line. Blank lines and comments,
// from # to the end of the line, are left out; a batch may go over several
// lines. The error is an *Error, and the commands before it are returned.
func ParseScript(text string) ([]Command, error) {
	if len(text) > MaxScript {
		return nil, errorAt(text, MaxScript, len(text), "A script has at most 4,194,304 bytes.", "")
	}
	var commands []Command
	p := &parser{lexer: lexer{text: text}}
	for p.space(true); p.at < len(text); p.space(true) {
		start := p.at
		c := p.command()
		switch {
		case p.err != nil:
			return commands, p.err
		case p.at-start > MaxCommand:
			return commands, errorAt(text, start, p.at, "A command has at most 262,144 bytes.", "")
		case len(commands) == MaxCommands:
			return commands, errorAt(text, start, p.at, "A script has at most 20,000 commands.", "")
		}
		commands = append(commands, c)
	}
	return commands, nil
}

// parser reads commands. After the first error it stands still.
type parser struct {
	lexer
	err     *Error
	example string // of the verb that is being read
	wants   []want // what could stand at the end of the text, for Complete
	subject string // the table of the command that is being read
}

// fail notes the first error, about the bytes from start to end.
func (p *parser) fail(start, end int, message string) {
	if p.err == nil {
		if strings.TrimSpace(p.text[start:end]) == "" {
			end = start
		}
		p.err = errorAt(p.text, start, end, message, p.example)
	}
}

// failWord fails about the word that was read from start on, or about what
// stands there if that is no word.
func (p *parser) failWord(start int, message string) {
	end := p.at
	if end == start {
		end = p.tokenEnd()
	}
	p.fail(start, end, message)
}

// command reads one command, up to the end of its line.
func (p *parser) command() Command {
	var c Command
	p.example, p.subject, p.repeated = "", "", 0
	p.space(true)
	start := p.at
	c.Verb, c.Client = p.opening()
	if p.err != nil {
		return c
	}
	f := &forms[c.Verb]
	switch {
	case f.client && c.Client == "":
		p.fail(start, p.at, "Only a client can do this. Its name and a colon come first.")
	case f.world && c.Client != "":
		p.fail(start, p.at, "This is nothing that a client does. It is written without a name.")
	}
	p.parts(f, &c)
	if p.space(false); p.err == nil && !p.ended() {
		p.fail(p.at, p.tokenEnd(), "This does not belong here.")
	}
	return c
}

// parts reads what follows the words of a verb.
func (p *parser) parts(f *form, c *Command) {
	if c.Verb == Query || c.Verb == Read || c.Verb == TrackLoad {
		c.Query.Top = -1
	}
	for _, part := range f.parts {
		if p.err != nil {
			return
		}
		p.space(false)
		readers[part](p, c)
	}
}

// opening reads the name of the client, if there is one, and the words of the
// verb.
func (p *parser) opening() (Verb, string) {
	start := p.at
	first := p.word()
	p.want(wantVerb, start)
	client, spoken := strings.CutSuffix(first, ":")
	if spoken {
		if !clientName(client) {
			p.fail(start, p.at, "A client's name is 1 to 16 letters and digits, such as A: or Worker2:")
			return NoVerb, ""
		}
		p.space(false)
		start = p.at
		first = p.word()
		p.want(wantClientVerb, start)
	} else {
		client = ""
	}
	v := p.verb(first)
	if v == NoVerb && p.err == nil {
		p.failWord(start, unknownVerb(first))
	}
	p.example = v.Example()
	return v, client
}

// verb returns the verb that begins with the given word, and reads its second
// word if it has one.
func (p *parser) verb(first string) Verb {
	family := ""
	for _, v := range Verbs() {
		words := forms[v].words
		one, two, double := strings.Cut(words, " ")
		if one != first || one == "" {
			continue
		}
		if !double {
			return v
		}
		family = one
		if p.second(two) {
			return v
		}
	}
	if family != "" {
		p.space(false)
		start := p.at
		p.word()
		p.wantWords(seconds(family), start)
		p.example = familyExample(family)
		p.failWord(start, "After "+family+" comes one of: "+strings.Join(seconds(family), ", ")+".")
	}
	return NoVerb
}

// second reads the given word if it is the next one.
func (p *parser) second(word string) bool {
	before := p.at
	p.space(false)
	if p.word() == word {
		return true
	}
	p.at = before
	return false
}

func familyExample(family string) string {
	for _, v := range Verbs() {
		if strings.HasPrefix(forms[v].words, family+" ") {
			return forms[v].example
		}
	}
	return ""
}

// seconds lists the second words of the verbs that begin with family.
func seconds(family string) []string {
	var list []string
	for _, v := range Verbs() {
		if two, ok := strings.CutPrefix(forms[v].words, family+" "); ok {
			list = append(list, two)
		}
	}
	return list
}

// unknownVerb is the message about a word that begins no command.
func unknownVerb(word string) string {
	if word == "" {
		return "A command begins with a word, such as insert or query."
	}
	if meant := meantVerb(strings.ToLower(word)); meant != "" {
		return "There is no command " + word + ". Did you mean " + meant + "?"
	}
	return "There is no command " + word + "."
}

// meantVerb returns the command that a word in lower case stands for in SQL, or
// the one that begins with most of its letters, or "".
func meantVerb(word string) string {
	switch word {
	case "select":
		return forms[Query].words
	case "update":
		return forms[Merge].words
	}
	for n := len(word); n > 1; n-- {
		for _, v := range Verbs() {
			if strings.HasPrefix(forms[v].words, word[:n]) {
				return forms[v].words
			}
		}
	}
	return ""
}

func clientName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != "" && len(s) <= MaxClientName
}

// tokenEnd returns where the word or quoted text here ends, at least one byte
// on unless the text ends.
func (p *parser) tokenEnd() int {
	l := p.lexer
	if l.at == len(l.text) {
		return l.at
	}
	if l.word() == "" {
		if c := l.peek(); c == '\'' || c == '"' {
			l.quoted()
		} else {
			l.at++
		}
	}
	return l.at
}

// nameHere reads a bare or quoted name, and fails with the message if there is
// none.
func (p *parser) nameHere(w wantKind, message string) string {
	start := p.at
	if c := p.peek(); c == '\'' || c == '"' {
		s, _ := p.textHere()
		return s
	}
	s := p.word()
	p.want(w, start)
	if s == "" {
		p.fail(start, p.tokenEnd(), message)
	}
	return s
}

// textHere reads a text in quotes.
func (p *parser) textHere() (string, bool) {
	start := p.at
	if c := p.peek(); c != '\'' && c != '"' {
		p.fail(start, p.tokenEnd(), "A text in quotes belongs here.")
		return "", false
	}
	s, ok := p.quoted()
	if !ok {
		p.fail(start, p.at, "This text has no closing quote, or an escape in it is wrong.")
		return "", false
	}
	if s, ok = p.repeat(s); !ok {
		p.fail(start, p.at, "A text can be repeated up to 2,097,152 bytes, as in 'x'*40000.")
	}
	return s, ok
}

// number reads a whole number from 0 to limit.
func (p *parser) number(limit int, message string) int {
	p.space(false)
	start := p.at
	word := p.word()
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > limit || word[0] == '+' || word[0] == '-' {
		p.failWord(start, message)
		return 0
	}
	return n
}

// seed reads a whole number of up to 64 bits.
func (p *parser) seed() uint64 {
	p.space(false)
	start := p.at
	n, err := strconv.ParseUint(p.word(), 10, 64)
	if err != nil {
		p.failWord(start, "A seed is a whole number up to 18,446,744,073,709,551,615.")
	}
	return n
}

// keyword reads one of the given words if it comes next, and returns "" and
// moves nowhere if not.
func (p *parser) keyword(words ...string) string {
	before := p.at
	p.space(false)
	start := p.at
	word := p.word()
	p.wantWords(words, start)
	for _, w := range words {
		if w == word && word != "" {
			p.space(false)
			return w
		}
	}
	p.at = before
	return ""
}
