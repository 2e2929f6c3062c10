// Package embed is the page on which a reader chooses what a page of another site
// shows of this one, and takes the lines for it, or a package for a learning system.
// The page itself is drawn by web/maker.js, which needs no engine.
package embed
