// Package teach is the pages for teachers: what each lesson needs, the answer key,
// what people get wrong and what they then read, and what the model leaves out.
//
// A reader meets Key first. What always holds: the pages are made by the site builder
// from the lessons themselves, each answer and each message by doing what leads to
// it. They need no engine, and the program in a browser does not have them.
package teach
