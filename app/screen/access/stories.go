package access

import (
	"strings"

	"github.com/keyrange/keyrange/app/step"
	"github.com/keyrange/keyrange/engine/client"
	"github.com/keyrange/keyrange/engine/query"
	"github.com/keyrange/keyrange/engine/script"
	"github.com/keyrange/keyrange/engine/table"
	"github.com/keyrange/keyrange/engine/wire/access"
)

// noon is when every story begins.
const noon = script.DefaultStart + 12*3600*table.Second

// Setup are the commands that make what is in the account.
var Setup = []string{
	"create table Rentals",
	"create table Movies",
	"insert Movies Action/Jaws Year=1975",
	"insert Rentals 00017/Member Name='Cleo'",
	"insert Rentals 00017/Rental_Vertigo Due='6 Jan'",
	"insert Rentals 00042/Member Name='Anna'",
	"insert Rentals 00042/Rental_Alien Due='7 Jan'",
	"insert Rentals 00042/Rental_Jaws Due='8 Jan'",
	"insert Rentals 00077/Member Name='Ben'",
	"insert Rentals 00077/Rental_Psycho Due='9 Jan'",
}

// defaults are the choices that every story begins with.
const defaults = "sv=2019-02-02;tn=Rentals;sp=r;se=2026-01-01T18:00:00Z;spr=https;spk=00042;epk=00042;ss=t;srt=o"

// accessStory is a ready list of moves, most of them ending in a refusal.
type accessStory struct {
	ID, Title, About string
	moves            string // NAME=VALUE, with semicolons between
}

// Stories lists the stories. It must not be changed.
func Stories() []accessStory { return stories }

// storyByID returns the story with an ID.
func storyByID(id string) (accessStory, bool) {
	for _, s := range stories {
		if s.ID == id {
			return s, true
		}
	}
	return accessStory{}, false
}

func (s accessStory) list() []Move { return parseMoves(s.moves) }

func parseMoves(text string) []Move {
	var list []Move
	for _, one := range strings.Split(text, ";") {
		name, value, _ := strings.Cut(one, "=")
		list = append(list, Move{name, value})
	}
	return list
}

var stories = []accessStory{
	{"range", "One member, to read", "A video shop lets Anna's phone read what she has rented. The signature is good for one PartitionKey, " +
		"and the shop's key never leaves the shop.",
		"send=inside;send=query"},
	{"expired", "Expired", "The signature ends at 18:00. The clock goes there, and the same request is refused.",
		"send=query;now=2026-01-01T18:00:00Z;send=query"},
	{"early", "Not yet valid", "The signature begins at 13:00, and it is noon.",
		"st=2026-01-01T13:00:00Z;send=query"},
	{"permission", "A permission is missing", "The signature allows reading. The phone tries to rent a movie.",
		"send=inside;send=insert"},
	{"outside", "Outside the key range", "The signature allows adding, in Anna's partition. The phone tries to rent a movie for Ben.",
		"sp=ra;send=insert;send=outsert"},
	{"table", "The wrong table", "The signature is for Rentals. The phone asks for Movies.",
		"send=other"},
	{"tampered", "A changed parameter", "Somebody edits the query string, so that the range ends with Ben instead of Anna.",
		"send=query;change=epk=00077;send=query"},
	{"removed", "A stored policy is removed", "The permissions and the end are in a policy that is stored with the table. Removing it takes " +
		"every signature back that names it.",
		"policy=read;si=renters;sp=;se=;send=query;policy=;send=query"},
	{"changed", "A stored policy is changed", "The policy allowed reading until 18:00. The shop makes it end at 11:00, and all signatures " +
		"that name it end with it.",
		"policy=read;si=renters;sp=;se=;send=query;policy=ended;send=query"},
	{"twice", "Said twice", "The stored policy gives the permissions, and the signature gives them again.",
		"policy=read;si=renters;se=;send=query"},
	{"protocol", "The wrong protocol", "The signature asks for https, so that nobody can read it on its way. The phone uses http.",
		"via=http;send=query"},
	{"address", "Another address", "The signature is good for sixteen addresses. The request comes from elsewhere.",
		"sip=203.0.113.0-203.0.113.15;send=query;from=198.51.100.9;send=query"},
	{"version", "The wrong version", "The version says how the text to sign is put together. This one is older than signatures for tables.",
		"sv=2011-08-18;send=query"},
	{"account", "An account signature", "A signature for the whole account says which kinds of resources it is for. This one is for " +
		"entities, and the phone tries to make a table.",
		"kind=account;sp=rwdlacu;send=query;send=create"},
}

// AccessRequest is a request that the signature can be tried in.
type AccessRequest struct {
	ID, Title string
	Needs     string // the letters of the permissions
	call      client.Call
}

// Requests lists the requests. It must not be changed.
func Requests() []AccessRequest { return requests }

func accessRequest(id string) (AccessRequest, bool) {
	for _, r := range requests {
		if r.ID == id {
			return r, true
		}
	}
	return AccessRequest{}, false
}

var requests = []AccessRequest{
	{"query", "Query Rentals", "r", client.Call{Verb: client.Query, Table: step.Rentals, Query: query.Request{Top: -1}}},
	{"inside", "Get 00042, Rental_Jaws", "r", rentalCall(client.Get, "00042", "Rental_Jaws")},
	{"outside", "Get 00077, Rental_Psycho", "r", rentalCall(client.Get, "00077", "Rental_Psycho")},
	{"insert", "Insert 00042, Rental_Fargo", "a", rentalCall(client.Insert, "00042", "Rental_Fargo")},
	{"outsert", "Insert 00077, Rental_Fargo", "a", rentalCall(client.Insert, "00077", "Rental_Fargo")},
	{"merge", "Merge 00042, Rental_Jaws", "u", rentalCall(client.Merge, "00042", "Rental_Jaws")},
	{"upsert", "Insert or merge 00042, Rental_Alien", "au", rentalCall(client.InsertOrMerge, "00042", "Rental_Alien")},
	{"delete", "Delete 00042, Rental_Jaws", "d", rentalCall(client.Delete, "00042", "Rental_Jaws")},
	{"other", "Query Movies", "r", client.Call{Verb: client.Query, Table: "Movies", Query: query.Request{Top: -1}}},
	{"create", "Create the table Notes", "c", client.Call{Verb: client.CreateTable, Table: "Notes"}},
}

func rentalCall(verb client.Verb, partition, row string) client.Call {
	c := client.Call{Verb: verb, Table: step.Rentals, Match: table.AnyETag,
		Entity: table.Entity{Key: table.Key{PartitionKey: partition, RowKey: row}}}
	if verb != client.Get && verb != client.Delete {
		c.Entity.Properties = []table.Property{{Name: "Due", Value: table.StringValue("15 Jan")}}
	}
	return c
}

// senders are the addresses that a request can come from, each with its
// title.
var senders = [][2]string{{"203.0.113.7", "203.0.113.7, the phone"}, {"198.51.100.9", "198.51.100.9, elsewhere"}}

// Policies are what can be stored as the policy renters of Rentals, each
// with its title.
var Policies = [][2]string{{"", "none"}, {"read", "read until 18:00"}, {"add", "read and add until 18:00"},
	{"ended", "read, ended at 11:00"}}

var accessPolicies = map[string][]access.Policy{
	"read":  {{ID: "renters", Expiry: "2026-01-01T18:00:00.0000000Z", Permissions: "r"}},
	"add":   {{ID: "renters", Expiry: "2026-01-01T18:00:00.0000000Z", Permissions: "ra"}},
	"ended": {{ID: "renters", Expiry: "2026-01-01T11:00:00.0000000Z", Permissions: "r"}},
}

// Changes are the parameters that can be changed after signing, each with
// what is proposed instead.
var Changes = [][2]string{
	{"sp", "raud"}, {"se", "2027-01-01T00:00:00Z"}, {"st", ""}, {"tn", "movies"}, {"spk", ""}, {"epk", "00077"},
	{"spr", "https,http"}, {"sip", ""}, {"sv", "2020-12-06"}, {"sig", "bm90IHRoaXMgb25l"},
}
