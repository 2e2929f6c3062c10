package link

// MaxText bounds a link, so that it is short enough to share and quick to open:
// how many characters its text may have, and how many bytes it may hold before
// they were compressed.
const MaxText = 64 << 10

// restEvery is how many bytes are coded between two calls of rest.
const restEvery = 512
