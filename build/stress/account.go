package stress

import (
	"encoding/base64"
	"errors"
	"net"
	"net/url"
	"strings"
)

// Account is where a run goes: the parts of a connection string.
type Account struct {
	Name, Key string
	URL       string // of the Table service, without a signature
	Signature string // in place of Name and Key
}

// The account that emulators have, which UseDevelopmentStorage=true names.
const (
	developmentName = "devstoreaccount1"
	developmentKey  = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
	developmentURL  = "http://127.0.0.1:10002/" + developmentName
)

// longestConnection bounds a connection string in bytes.
const longestConnection = 16 << 10

// ParseAccount reads a connection string. The error never repeats any of it.
func ParseAccount(connection string) (Account, error) {
	if len(connection) > longestConnection {
		return Account{}, errors.New("the connection string is too long")
	}
	parts := map[string]string{}
	for part := range strings.SplitSeq(connection, ";") {
		name, value, found := strings.Cut(strings.TrimSpace(part), "=")
		if !found && name != "" {
			return Account{}, errors.New("the connection string is made of NAME=VALUE parts with semicolons between them; one part has no =")
		}
		parts[strings.ToLower(name)] = value
	}
	a := Account{Name: parts["accountname"], Key: parts["accountkey"], URL: parts["tableendpoint"],
		Signature: strings.TrimPrefix(parts["sharedaccesssignature"], "?")}
	if strings.EqualFold(parts["usedevelopmentstorage"], "true") {
		a = Account{Name: developmentName, Key: developmentKey, URL: developmentURL}
	}
	if a.URL == "" && a.Name != "" {
		suffix := parts["endpointsuffix"]
		if suffix == "" {
			suffix = "core.windows.net"
		}
		a.URL = "https://" + a.Name + ".table." + suffix
	}
	return a, a.check()
}

func (a *Account) check() error {
	at, err := url.Parse(a.URL)
	_, notBase64 := base64.StdEncoding.DecodeString(a.Key)
	switch {
	case a.URL == "":
		return errors.New("the connection string names no account: it needs AccountName and AccountKey, or TableEndpoint and " +
			"SharedAccessSignature")
	case err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" || at.User != nil || at.RawQuery != "":
		return errors.New("TableEndpoint in the connection string is not an address that begins with http:// or https://")
	case a.Signature == "" && (a.Name == "" || a.Key == ""):
		return errors.New("the connection string has neither AccountKey nor SharedAccessSignature")
	case a.Signature == "" && notBase64 != nil:
		return errors.New("AccountKey in the connection string is not base64")
	case at.Scheme == "http" && !loopback(at.Hostname()):
		return errors.New("TableEndpoint in the connection string is http://: requests to another machine need https://")
	}
	a.URL = strings.TrimSuffix(a.URL, "/")
	return nil
}

// Host is what the account is called in texts.
func (a *Account) Host() string {
	at, err := url.Parse(a.URL)
	if err != nil {
		return ""
	}
	return at.Host
}

// Free reports whether requests stay on this machine, where none costs anything.
func (a *Account) Free() bool {
	at, err := url.Parse(a.URL)
	return err == nil && loopback(at.Hostname())
}

// Cosmos reports whether the account is one of Cosmos DB for Table.
func (a *Account) Cosmos() bool { return strings.Contains(a.Host(), ".table.cosmos.") }

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
