package browser

import "syscall/js"

// Listen asks an address of this machine for a stream of events, with a token if
// there is one. url is one of this site that begins with a slash, or begins with
// http:// and names the machine itself, which the page's policy holds it to.
func Listen(from Source, s Stream) (stop func()) {
	control := global.Get("AbortController").New()
	ended := false
	end := func(why End) {
		if !ended {
			ended = true
			control.Call("abort")
			s.Closed(why)
		}
	}
	url := from.URL
	if url[0] == '/' {
		url = sitePath(url)
	}
	headers := map[string]any{"Accept": "text/event-stream"}
	if from.Token != "" {
		headers["Authorization"] = "Bearer " + from.Token
	}
	if from.After != "" {
		headers["Last-Event-ID"] = from.After
	}
	// A site from elsewhere says that it means this machine, so that the browser asks its reader.
	options := map[string]any{"signal": control.Get("signal"), "headers": headers, "cache": "no-store", "credentials": "omit",
		"redirect": "error", "referrerPolicy": "no-referrer", "targetAddressSpace": "loopback"}
	then(global.Call("fetch", url, options), func(response js.Value) {
		status := response.Get("status").Int()
		switch {
		case ended:
		case status == 401 || status == 403:
			end(Unwelcome)
		case status != 200 || !response.Get("body").Truthy():
			end(NoStream)
		default:
			s.Opened()
			follow(response.Get("body").Call("getReader"), &ended, end, s.Event)
		}
	}, func() { end(Unreachable) })
	return func() {
		ended = true
		control.Call("abort")
	}
}

// follow hands over the events of a body until it ends. What was kept for the page comes
// at once, so that it takes turns with everything else.
func follow(reader js.Value, ended *bool, end func(End), tell func(data []byte)) {
	var buffer []byte
	all := events{tell: tell}
	var next, take func()
	left := buffer
	take = func() {
		if *ended {
			return
		}
		n := min(len(left), atOnce)
		if !all.take(left[:n]) {
			end(Overlong)
			return
		}
		if left = left[n:]; len(left) > 0 {
			Soon(take)
			return
		}
		next()
	}
	next = func() {
		then(reader.Call("read"), func(piece js.Value) {
			if *ended {
				return
			}
			if piece.Get("done").Bool() {
				end(Ended)
				return
			}
			value := piece.Get("value")
			n := value.Length()
			if len(buffer) < n {
				buffer = make([]byte, n)
			}
			js.CopyBytesToGo(buffer, value)
			left = buffer[:n]
			take()
		}, func() { end(Ended) })
	}
	next()
}

// OnLoopback reports whether this site itself comes from this machine.
func OnLoopback() bool {
	host := global.Get("location").Get("hostname").String()
	return host == "localhost" || host == "127.0.0.1"
}

// ZoneSeconds is how far the reader's clock is ahead of UTC now.
func ZoneSeconds() int64 {
	return -60 * int64(global.Get("Date").New().Call("getTimezoneOffset").Int())
}
