// Package incoming brings rows into the playground: a Part reads files, samples and
// pasted text, says how they were read, asks what they leave open, and tells why
// they are refused.
//
// What always holds: at most one file or sample is being read.
package incoming
