// Package questions draws what the application asks and changes, with what each
// question and each transaction takes under the present design and under the one it
// is compared with. A Part keeps which editor is open and what is typed there and
// not yet right; all else is the playground's.
package questions
