package browser

// Change is a record that is put into the Storage, or was found there. Without
// Text and Blob it takes away what is under Key, or all from Key to To.
type Change struct {
	Key, To string
	Text    string
	Blob    *Blob
}

const storageRefused = "This browser does not let the page save."
