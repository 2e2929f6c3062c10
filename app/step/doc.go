// Package step is what the screens that go step by step share: Log, the World
// behind a screen with the reader's commands on it, and Page, which finds,
// saves, opens and frames the state.
//
// A screen embeds Log in its state and Page in its component. What always holds:
// no gesture takes a log beyond its bounds, so its moment can be saved.
package step
