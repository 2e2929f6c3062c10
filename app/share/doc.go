// Package share gives a moment away and takes one in: links, files, pictures,
// embedded pages, and the question what becomes of somebody else's moment.
//
// A reader meets Frame first, the frame around a page whose moment can be
// shared, then Dialog. What always holds: what comes from elsewhere is checked
// and shown beside the reader's own work before it takes the place of anything.
package share
