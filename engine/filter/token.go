package filter

// TokenKind is what a piece of a filter is, for colouring it.
type TokenKind uint8

// The kinds of tokens.
const (
	TokenBad          TokenKind = iota // something that cannot be read here, such as EQ or an open quote
	TokenProperty                      // the name of a custom property, or Timestamp
	TokenPartitionKey                  // the name PartitionKey
	TokenRowKey                        // the name RowKey
	TokenOperator                      // eq, ne, gt, ge, lt, le, and, or, not
	TokenConstant                      // true, false, null
	TokenString                        // a literal in quotes: text, datetime, guid, binary
	TokenNumber                        // a number, NaN, INF or -INF
	TokenParen                         // a parenthesis, or a comma between the arguments of a call
)

// Token is one coloured piece of a text: the bytes from Start to End.
type Token struct {
	Kind       TokenKind
	Start, End int
}

// Tokens cuts a text into tokens, whether or not it is a filter. The tokens
// are in order, do not overlap and are never empty; between them is only white
// space. A word is judged by its place: where an operand belongs, "eq" is the
// name of a property. Arithmetic and functions, which the service does not
// implement, are bad.
func Tokens(text string) []Token {
	lex := lexer{text: text}
	var tokens []Token
	operand := true // an operand belongs here, not an operator
	tok := lex.next()
	for tok.kind != lexEnd {
		next := lex.next()
		kind := tokenKind(text[tok.Start:tok.End], tok.kind, operand, next.kind)
		tokens = append(tokens, Token{kind, tok.Start, tok.End})
		operand = expectsOperand(tok.kind, kind)
		tok = next
	}
	return tokens
}

func tokenKind(text string, kind lexKind, operand bool, next lexKind) TokenKind {
	switch kind {
	case lexOpen, lexClose, lexComma:
		return TokenParen
	case lexNumber:
		return operandKind(TokenNumber, operand)
	case lexQuoted:
		return operandKind(TokenString, operand)
	case lexWord:
		if operand {
			return nameKind(text, next)
		}
		if operatorWord(text) {
			return TokenOperator
		}
	}
	return TokenBad
}

// operandKind returns the kind of an operand, which is bad after another one.
func operandKind(kind TokenKind, operand bool) TokenKind {
	if operand {
		return kind
	}
	return TokenBad
}

func nameKind(word string, next lexKind) TokenKind {
	switch {
	case word == "not":
		return TokenOperator
	case next == lexOpen: // a call
		return TokenBad
	case word == "true", word == "false", word == "null":
		return TokenConstant
	case word == "PartitionKey":
		return TokenPartitionKey
	case word == "RowKey":
		return TokenRowKey
	}
	return TokenProperty
}

// expectsOperand reports whether an operand belongs after a token. After a bad
// word it does: the word probably stands for an operator.
func expectsOperand(kind lexKind, token TokenKind) bool {
	switch kind {
	case lexOpen, lexComma:
		return true
	case lexClose, lexNumber, lexQuoted, lexUnterminated:
		return false
	}
	return token == TokenOperator || token == TokenBad
}
