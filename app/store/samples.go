package store

import "github.com/keyrange/keyrange/engine/dataset"

// Query is a question put to a table: a sentence for people and the request.
type Query struct {
	Title  string
	Filter string
	Top    int // 0 means no $top
}

// Design is a pair of key templates under a name.
type Design struct {
	Title        string
	PartitionKey string
	RowKey       string
	Why          string // one sentence on what the design is for or shows
}

// Sample is a data set that comes with the site, with a design that deals with
// its odd rows openly, a naive one that shows each of them as a finding, and
// the questions worth asking.
type Sample struct {
	ID      string // names the sample in addresses
	Title   string
	File    string // the file's name inside the data set package
	Format  dataset.Format
	About   string
	Designs []Design // the ready one first
	Queries []Query
}

// Samples lists the data sets that come with the site. The slice is shared
// and must not be changed.
func Samples() []Sample { return samples }

// SampleByID returns the sample with the given ID.
func SampleByID(id string) (Sample, bool) {
	for _, s := range samples {
		if s.ID == id {
			return s, true
		}
	}
	return Sample{}, false
}

var samples = []Sample{
	{
		ID: "movies", Title: "Movies", File: "movies.json", Format: dataset.JSON,
		About: "3,201 films. Some have no genre, some titles are numbers, some hold a slash or a question mark, and some come twice.",
		Designs: []Design{
			{
				Title:        "Genre, then title",
				PartitionKey: "{clean(or(Major_Genre,'Unknown'))}",
				RowKey:       "{clean(or(Title,'Untitled'))}",
				Why:          "One genre is read from one partition, in the order of its titles.",
			},
			{
				Title:        "Naive: genre and title as they are",
				PartitionKey: "{Major_Genre}",
				RowKey:       "{Title}",
				Why:          "Films without a genre and titles with a slash or a question mark get no key at all.",
			},
			{
				Title:        "Naive: one partition, numbered",
				PartitionKey: "movies",
				RowKey:       "{rowNumber()}",
				Why:          "Everything sits in one partition, and 10 sorts before 9.",
			},
		},
		Queries: []Query{
			{Title: "Dramas that start with S", Filter: "PartitionKey eq 'Drama' and RowKey ge 'S' and RowKey lt 'T'"},
			{Title: "One film", Filter: "PartitionKey eq 'Action' and RowKey eq 'Jurassic Park'"},
			{Title: "Every horror film", Filter: "PartitionKey eq 'Horror'"},
			{Title: "Genres from C to E", Filter: "PartitionKey ge 'C' and PartitionKey lt 'E'"},
			{Title: "Rated above 8.5", Filter: "IMDB_Rating gt 8.5"},
			{Title: "Action or horror", Filter: "PartitionKey eq 'Action' or PartitionKey eq 'Horror'"},
		},
	},
	{
		ID: "flights", Title: "Flights", File: "flights-10k.json", Format: dataset.JSON,
		About: "10,000 flights in the United States in 2001, written in the order in which they left.",
		Designs: []Design{
			{
				Title:        "Origin, then newest first",
				PartitionKey: "{origin}",
				RowKey:       "{reverseTicks(date):19}_{destination}_{rowNumber():05}",
				Why:          "The latest flights of one airport are the first entities of its partition.",
			},
			{
				Title:        "Naive: the day as PartitionKey",
				PartitionKey: "{date.year}-{date.month:02}-{date.day:02}",
				RowKey:       "{ticks(date):19}_{rowNumber():05}",
				Why:          "Every write lands in the newest day, so the last range takes all of the load.",
			},
		},
		Queries: []Query{
			{Title: "Latest ten from Denver", Filter: "PartitionKey eq 'DEN'", Top: 10},
			{Title: "Airports from M to N", Filter: "PartitionKey ge 'M' and PartitionKey lt 'N'"},
			{Title: "More than four hours late", Filter: "delay gt 240"},
			{Title: "To Honolulu, from anywhere", Filter: "destination eq 'HNL'"},
		},
	},
	{
		ID: "football", Title: "Football", File: "football.json", Format: dataset.JSON,
		About: "6,508 matches of European leagues, 2013 to 2017, by day.",
		Designs: []Design{
			{
				Title:        "Division and season, newest match first",
				PartitionKey: "{clean(division)}_{9999-date.year}",
				RowKey:       "{13-date.month:02}_{32-date.day:02}_{clean(home_team)}",
				Why:          "A table page of one league is one read, latest match first.",
			},
			{
				Title:        "Naive: the home team alone",
				PartitionKey: "{home_team}",
				RowKey:       "{date.month}-{date.day}",
				Why:          "Months without padding sort 10 before 9, and two seasons share one key.",
			},
		},
		Queries: []Query{
			{Title: "English Premier League in 2016", Filter: "PartitionKey eq 'English Premier League_7983'"},
			{Title: "Every league that starts with S", Filter: "PartitionKey ge 'S' and PartitionKey lt 'T'"},
			{Title: "Five goals or more at home", Filter: "home_score ge 5"},
			{Title: "Matches of Inter away", Filter: "away_team eq 'Inter'"},
		},
	},
	{
		ID: "github", Title: "GitHub", File: "github.csv", Format: dataset.CSV,
		About: "955 hours of one account's activity in 2015: a time and a count.",
		Designs: []Design{
			{
				Title:        "Month, then hour",
				PartitionKey: "{time.year}-{time.month:02}",
				RowKey:       "{time.day:02}T{time.hour:02}",
				Why:          "One month is one partition, and a day is a short row range in it.",
			},
			{
				Title:        "Naive: one entity per partition",
				PartitionKey: "{ticks(time):19}",
				RowKey:       "",
				Why:          "Each entity is alone, so a day costs a partition range and nothing can be changed together.",
			},
		},
		Queries: []Query{
			{Title: "3 March 2015", Filter: "PartitionKey eq '2015-03' and RowKey ge '03T' and RowKey lt '04T'"},
			{Title: "The second quarter", Filter: "PartitionKey ge '2015-04' and PartitionKey lt '2015-07'"},
			{Title: "Busy hours", Filter: "count gt 20"},
		},
	},
}
