// Package wasm makes a program that Go compiled for the browser smaller, divides it
// into parts that come one after the other, and leaves what it does as it is.
//
// Shrink is what a reader meets first. It strips the parts of the runtime's
// pclntab that only printed stack traces read (strip.go, over the layout in
// pclntab.go and functab.go), and writes the compiler's code in fewer bytes
// that mean the same (shorten.go, over the instructions in code.go). module.go
// and data.go take the file apart and put it together again. Split divides a
// program (split.go reads its layout, splitcode.go writes core and parts); Write
// is for Node what web/parts.js is for a page.
//
// What always holds: a program is changed whole or not at all. A program of
// another Go release, or one whose layout differs in any part from what is
// written here, is refused with an error, and its caller ships it as the linker
// wrote it. No input makes the package panic.
//
// Names are those of Go's own sources: pclntab, funcnametab, PCDATA, FUNCDATA
// and PC mean here what they mean in cmd/link and in package runtime. A PC of a
// WebAssembly program is no address: its upper bits number the function, its
// lower 16 bits a resume point within it.
package wasm
