package tokens

import "strings"

// tokenStory is a ready beginning for a reading page by page: what the service
// allows, what is asked, and which loop falls into the trap.
type tokenStory struct {
	ID, Title string
	About     string // one or two sentences
	Filter    string
	Top       string // as typed
	Other     string // filter to go on with
	Page      int    // entities of a page, 0 for the service's 1,000
	Examined  int    // reads of a page, 0 for no limit
	Ranged    bool   // the table is in several ranges
	Gestures  string // what shows the trap: a letter for each gesture, see Play
	Loop      string // ID of the loop that falls into it
}

// moviesTable is the table of the readings.
const moviesTable = "Movies"

// movieBorders are the first PartitionKeys of the ranges after the first.
var movieBorders = []string{"Drama", "Musical", "Thriller"}

// movies lists a table of 66 entities: on each line a PartitionKey, and after it
// RowKeys with their years.
const movies = `Action:Die Hard 1988,Gladiator 2000,Mad Max 1979,Speed 1994,Terminator 1984,Top Gun 1986
Animation:Bambi 1942,Cars 2006,Dumbo 1941,Shrek 2001,Toy Story 1995,Up 2009
Comedy:Airplane! 1980,Amélie 2001,Groundhog Day 1993,Modern Times 1936,Office Space 1999,Some Like It Hot 1959,Tootsie 1982
Crime:Chinatown 1974,Fargo 1996,Goodfellas 1990,Heat 1995,Scarface 1983
Drama:Amadeus 1984,Boyhood 2014,Capote 2005,Casablanca 1942,Gandhi 1982,Lincoln 2012
Drama:Philadelphia 1993,Rain Man 1988,Sideways 2004,Titanic 1997
Horror:Dracula 1931,Halloween 1978,Poltergeist 1982,Scream 1996,The Shining 1980
Musical:Cabaret 1972,Chicago 2002,Grease 1978,Hair 1979,La La Land 2016,West Side Story 1961
SciFi:Alien 1979,Brazil 1985,Contact 1997,Gravity 2013,Metropolis 1927,Solaris 1972,Star Wars 1977
Thriller:Jaws 1975,Memento 2000,Psycho 1960,Rear Window 1954,Vertigo 1958
War:Apocalypse Now 1979,Das Boot 1981,Dunkirk 2017,Patton 1970,Platoon 1986
Western:High Noon 1952,Rio Bravo 1959,Shane 1953,Unforgiven 1992`

// moviesCSV returns the movies as a file to import.
func moviesCSV() string {
	var b strings.Builder
	b.WriteString("Genre,Title,Year\n")
	for line := range strings.Lines(movies) {
		genre, list, _ := strings.Cut(strings.TrimSpace(line), ":")
		for _, movie := range strings.Split(list, ",") {
			at := strings.LastIndexByte(movie, ' ')
			b.WriteString(genre + "," + movie[:at] + "," + movie[at+1:] + "\n")
		}
	}
	return b.String()
}

// Stories lists the ready beginnings in the order in which they teach. It
// must not be changed.
func Stories() []tokenStory { return stories }

const between = "PartitionKey ge 'Comedy' and PartitionKey lt 'War'"

var stories = []tokenStory{
	{ID: "empty", Title: "An empty page with a token", About: "Few movies are from before 1945. The service looks at 8 entities for each " +
		"page, and some pages come back with nothing but a token.",
		Filter: "Year lt 1945", Other: "Year ge 1945", Page: 5, Examined: 8, Gestures: "nnn", Loop: "empty"},
	{ID: "no-row-key", Title: "A token without a NextRowKey", About: "The table is in four ranges. A page ends where its range ends, " +
		"and the " +
		"token then names only the first PartitionKey of the next range.",
		Filter: between, Other: "Year lt 1970", Page: 5, Ranged: true, Gestures: "nnn", Loop: "row-key"},
	{ID: "short", Title: "A page that is not full", About: "A page may end before it is full, because the range ends there. Fewer entities " +
		"than asked for do not mean that there are no more.",
		Filter: between, Other: "Year lt 1970", Top: "5", Page: 5, Ranged: true, Gestures: "nnn", Loop: "short"},
	{ID: "top", Title: "$top counts per page", About: "$top=3 says how many entities a page may have. It does not end the answer: the token " +
		"says that there are more.",
		Filter: "PartitionKey eq 'Drama'", Other: "Year lt 1970", Top: "3", Page: 5, Gestures: "nnnn", Loop: "top"},
	{ID: "filter", Title: "The filter changes between two pages", About: "A token holds a place and nothing else. The service takes it with " +
		"any filter, and cannot tell that the question is another one.",
		Filter: "Year ge 1990", Other: "Year lt 1970", Page: 5, Gestures: "nnf", Loop: "filter"},
	{ID: "inserted", Title: "Inserted before and after the bookmark",
		About: "A token is a place, not a snapshot. Of two entities that are inserted between pages, the later pages see only the one " +
			"after the " +
			"bookmark.",
		Other: "Year lt 1970", Page: 5, Gestures: "nba", Loop: "empty"},
	{ID: "deleted", Title: "The bookmarked entity is deleted", About: "The token names an entity that is gone by the time the token comes " +
		"back. The next page begins at the entity after it.",
		Other: "Year lt 1970", Page: 5, Gestures: "nd", Loop: "empty"},
	{ID: "lost", Title: "A server loses the token", About: "A web server keeps the token in its memory. The next request reaches another " +
		"server, which has none and begins again.",
		Filter: "Year ge 1990", Other: "Year lt 1970", Page: 5, Gestures: "nnl", Loop: "forget"},
	{ID: "exact", Title: "An exact fit has no token", About: "The partition has 10 entities and a page 5. After the second page nothing is " +
		"left, so it has no token although it is full.",
		Filter: "PartitionKey eq 'Drama'", Other: "Year lt 1970", Page: 5, Gestures: "nn", Loop: "short"},
}

// storyByID returns the story with an ID.
func storyByID(id string) (tokenStory, bool) {
	for _, s := range stories {
		if s.ID == id {
			return s, true
		}
	}
	return tokenStory{}, false
}
