package browser

// OpenEmbedder loads what draws the page of the embeds and gives it an element.
func OpenEmbedder(host string) {
	load := global.Get("keyrangeEmbedder")
	if !load.Truthy() {
		return
	}
	if e, ok := element(host); ok {
		load.Invoke(e)
	}
}
