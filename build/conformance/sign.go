package conformance

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"
	"time"
)

// The keys of the development account, which everybody knows, and another.
const (
	developmentKey = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	wrongKey       = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="
)

func mac(key, text string) string {
	raw, err := base64.StdEncoding.DecodeString(key)
	if err != nil {
		panic("conformance: a constant is not base64")
	}
	h := hmac.New(sha256.New, raw)
	h.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// sign adds what authorises a request (Authorize with Shared Key, REST
// reference), as its pseudo fields say.
func (r *Request) sign(now time.Time) {
	how, _ := r.Take("Sign")
	if sas, ok := r.Take("SAS"); ok {
		r.addSAS(sas)
		return
	}
	if skew, ok := r.Take("Skew"); ok {
		minutes, err := time.ParseDuration(skew + "m")
		if err == nil {
			now = now.Add(minutes)
		}
	}
	if _, given := r.Field("Authorization"); given || how == "none" {
		return
	}
	date := now.UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT")
	if given, ok := r.Field("x-ms-date"); ok {
		date = given
	} else if given, ok := r.Field("Date"); ok {
		date = given
	} else {
		r.Fields = append(r.Fields, Field{Name: "x-ms-date", Value: date})
	}
	scheme, key, text := "SharedKeyLite", developmentKey, date+"\n"+r.resource()
	if how == "shared" {
		md5, _ := r.Field("Content-MD5")
		kind, _ := r.Field("Content-Type")
		scheme, text = "SharedKey", r.Method+"\n"+md5+"\n"+kind+"\n"+text
	}
	if how == "wrong" {
		key = wrongKey
	}
	r.Fields = append(r.Fields, Field{Name: "Authorization", Value: scheme + " " + account + ":" + mac(key, text)})
}

// resource is the canonical form of what the request is for.
func (r *Request) resource() string {
	path, query, _ := strings.Cut(r.URL, "?")
	if _, rest, absolute := strings.Cut(path, "://"); absolute {
		_, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	resource := "/" + account + path
	for one := range strings.SplitSeq(query, "&") {
		if value, ok := strings.CutPrefix(one, "comp="); ok {
			resource += "?comp=" + value
			break
		}
	}
	return resource
}

// addSAS signs parameters and adds them to the URL (Create a service SAS and
// Create an account SAS, REST reference). The values of the case are not
// encoded. A signature that is given is left as it is.
func (r *Request) addSAS(list string) {
	p := map[string]string{}
	var query []string
	for one := range strings.SplitSeq(list, "&") {
		name, value, _ := strings.Cut(one, "=")
		p[name] = value
		query = append(query, name+"="+url.QueryEscape(value))
	}
	if p["sv"] == "" {
		p["sv"] = "2019-02-02"
		query = append(query, "sv="+p["sv"])
	}
	var text string
	if p["ss"] != "" || p["srt"] != "" {
		text = strings.Join([]string{account, p["sp"], p["ss"], p["srt"], p["st"], p["se"], p["sip"], p["spr"], p["sv"], ""}, "\n")
		if p["sv"] >= "2020-12-06" {
			text += p["ses"] + "\n"
		}
	} else {
		resource := "/table/" + account + "/" + strings.ToLower(p["tn"])
		text = strings.Join([]string{p["sp"], p["st"], p["se"], resource, p["si"], p["sip"], p["spr"], p["sv"],
			p["spk"], p["srk"], p["epk"], p["erk"]}, "\n")
	}
	if p["sig"] == "" {
		query = append(query, "sig="+url.QueryEscape(mac(developmentKey, text)))
	}
	separator := "?"
	if strings.Contains(r.URL, "?") {
		separator = "&"
	}
	r.URL += separator + strings.Join(query, "&")
}
