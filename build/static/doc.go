// Package static builds the whole site as files that any host can serve.
//
// Options and Build are what a reader meets first. What always holds: the same
// sources, tools and options give the same bytes; nothing in the site loads
// from another origin; a file whose name holds a hash never changes under that
// name; every page can be read before and without WebAssembly. Build does not
// install the npm packages that it takes fonts, icons and sample data from,
// and it does not serve the result.
package static
