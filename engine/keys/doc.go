// Package keys makes PartitionKey and RowKey from the columns of a data set, by
// templates.
//
// A reader meets Template first (Parse), then Bound (Template.Bind, Bound.Key),
// then Design, the two templates of a table. Edits and a Fix change a template;
// Parts and Complete serve whoever types one. Expr is the tree of a placeholder, for
// the rooms that look into templates: keys/check says what the keys of all rows
// suffer from, keys/reach which keys answer a question. Below this one, keys/form
// says how values are written and what a key may hold.
//
// # Grammar
//
//	template    = { text | "{{" | "}}" | placeholder } .
//	placeholder = "{" expr [ ":" width ] "}" .
//	expr        = term { ( "+" | "-" ) term } .
//	term        = factor { ( "*" | "/" | "%" ) factor } .
//	factor      = "-" factor | primary { "." datePart } .
//	primary     = number | quoted | column | function "(" [ expr { "," expr } ] ")" | "(" expr ")" .
//	quoted      = "'" { any character, a quote doubled } "'" .
//	width       = digit { digit } .
//
// Text outside braces stands for itself; a brace is doubled. Spaces between
// the words of a placeholder mean nothing. Names are case-sensitive.
//
//	{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}   Football_7991_03
//
// A width pads with zeros on the left: what reads as a number until it has so
// many digits before the point (the minus sign not counted), any other text
// until it has so many characters. A leading zero in the width changes
// nothing: :2 and :02 are the same. Nothing is ever cut.
//
//	{PostId:06}         000042          {PostId}      42
//
// Functions, each with what it gives for the row Channel = Football,
// PostId = 42, PostedAt = 2008-10-28 19:04:11 UTC, Title = Face/Off, Rating = 4.5,
// and no Author:
//
//	{upper(Channel)}              FOOTBALL
//	{lower(Channel)}              football
//	{prefix(Channel,3)}           Foo
//	{reverse(Channel)}            llabtooF
//	{clean(Title)}                Face_Off
//	{clean(Title,'-')}            Face-Off
//	{or(Author,'Unknown')}        Unknown
//	{or(join('by_',Author),Channel)}               Football
//	{or(when(Channel,'Football',PostId),'other')}  42
//	{hash(Channel)%16:02}         01
//	{floor(Rating)}               4
//	{ticks(PostedAt):19}          0633608174510000000
//	{reverseTicks(PostedAt):19}   2521770801489999999
//	{rowNumber():06}              000001 for the first row
//
// Parts of a date, all in UTC: year, month, day, hour, minute, second, week
// (ISO 8601, 1 to 53) and weekYear (the year that week belongs to), monthWeek
// (1 to 5, days 1 to 7 are week 1), weekday (Monday is 1), dayOfYear, date
// (2008-10-28) and time (19:04:11).
//
// # Values
//
// Whole numbers are 64 bits wide; a sum, difference or product beyond that is
// an error of the row, never a wrapped number. Whole numbers divide to a whole
// number, cut toward zero, and the remainder has the sign of the first
// operand. Where one side is an Edm.Double the result is one. A date alone is
// written with seven digits of fraction, so that the order of the texts is the
// order of the instants.
//
// hash(x) is FNV-1a over the UTF-8 bytes of the text of x, 64 bits wide, with
// its upper and lower 32 bits joined by exclusive or: 0 to 4,294,967,295, the
// same in every version and every language.
//
// # What always holds
//
// No input panics. A template is at most MaxTemplate bytes long and its
// expressions at most MaxDepth deep. Errors in a template carry the bytes they
// are about. A key is a pure function of the template, the row and its number.
//
// The package leaves out reading data sets, storing entities, and every
// judgement of the keys that it makes.
package keys
