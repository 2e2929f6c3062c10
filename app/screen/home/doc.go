// Package home is the page at the root of the site.
package home
