// Package page holds one component per page of the site: Home, Playground and
// NotFound.
//
// A page draws what the store holds and turns events into the store's
// gestures; it decides nothing about keys, plans or data. What always holds:
// every page renders whole outside a browser, every handler is guarded so that
// a fault becomes a message and never a dead page, and a reader's data live in
// the store, so that no fault and no navigation loses them. Addresses and
// titles belong to package site.
package page
