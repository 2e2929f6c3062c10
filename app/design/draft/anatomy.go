package draft

// MaxOwnKeys bounds the text of the user's own sample keys, in bytes.
const MaxOwnKeys = 8 << 10
