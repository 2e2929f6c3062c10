package draft

import (
	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
)

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
	Rival   Design   // the first to compare the ready one with: each answers a question well that the other does not
	Queries []Query

	Transactions []Transaction
	Arrival      Arrival // the order in which its rows are written

	Make func() string // of an example that is made here, nil for a file
}

// Samples lists the data sets that come with the site. The slice is shared
// and must not be changed.
func Samples() []Sample { return samples }

// SampleByID returns the sample or the example with the given ID.
func SampleByID(id string) (Sample, bool) {
	for _, list := range [][]Sample{samples, examples} {
		for _, s := range list {
			if s.ID == id {
				return s, true
			}
		}
	}
	return Sample{}, false
}

// MicroblogFile is the name of the file that Microblog writes.
const MicroblogFile = "micro-blog.csv"

var samples = []Sample{
	{
		ID: "microblog", Title: "Micro-blog", File: MicroblogFile, Format: dataset.CSV,
		About:   "6,000 invented posts in 12 channels over eight months of 2008, with answers. Made for comparing designs.",
		Arrival: Arrival{check.TimeOfWriting, "PostedAt"},
		Designs: []Design{
			{
				Title:        "Channel, newest first",
				PartitionKey: "{Channel}",
				RowKey:       "{reverseTicks(PostedAt):19}_{PostId:06}",
				Why:          "The latest posts of a channel are the first entities of its partition.",
			},
			{
				Title:        "Channel and month, newest first",
				PartitionKey: "{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}",
				RowKey:       "{reverseTicks(PostedAt):19}_{PostId:06}",
				Why:          "A partition stops growing when its month is over.",
			},
			{
				Title:        "One of 16 buckets, then channel",
				PartitionKey: "{hash(PostId)%16:02}_{Channel}",
				RowKey:       "{reverseTicks(PostedAt):19}_{PostId:06}",
				Why:          "Writes spread over 16 places, and a question about a channel asks all of them.",
			},
			{
				Title:        "Naive: the day as PartitionKey",
				PartitionKey: "{PostedAt.date}",
				RowKey:       "{PostId}",
				Why:          "Every write lands in the newest day, and 10 sorts before 9.",
			},
		},
		Rival: Design{
			Title:        "Month, newest first over all channels",
			PartitionKey: "{9999-PostedAt.year}_{13-PostedAt.month:02}",
			RowKey:       "{reverseTicks(PostedAt):19}_{PostId:06}",
			Why:          "The latest posts anywhere are the first entities of the table, and every post of a month is written to one partition.",
		},
		Queries: []Query{
			{Title: "Latest posts of a channel", Filter: "Channel eq 'Football'", Top: 10, Sort: "PostedAt", Newest: true, Times: 50,
				Per: PerSecond},
			{Title: "One post", Filter: "Channel eq 'Football' and PostedAt eq datetime'2008-11-25T11:28:55Z' and PostId eq 5998", Times: 20,
				Per: PerSecond},
			{Title: "A channel on one day", Filter: "Channel eq 'Football' and PostedAt ge datetime'2008-07-05T00:00:00Z' and PostedAt lt " +
				"datetime'2008-07-06T00:00:00Z'", Times: 30, Per: PerMinute},
			{Title: "A channel in one month", Filter: "Channel eq 'Football' and PostedAt ge datetime'2008-07-01T00:00:00Z' and PostedAt lt " +
				"datetime'2008-08-01T00:00:00Z'", Times: 60, Per: PerHour},
			{Title: "Latest posts anywhere", Filter: "", Top: 10, Sort: "PostedAt", Newest: true, Times: 1, Per: PerSecond},
			{Title: "Posts of an author", Filter: "Author eq 'Brady'", Times: 2, Per: PerMinute},
		},
		Transactions: []Transaction{
			{Title: "A post and its answers", By: []string{"Thread"}},
		},
	},
	{
		ID: "movies", Title: "Movies", File: "movies.json", Format: dataset.JSON,
		About:   "3,201 films. Some have no genre, some titles are numbers, some hold a slash or a question mark, and some come twice.",
		Arrival: Arrival{Kind: check.ReferenceData},
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
		Rival: Design{
			Title:        "Genre, then title and the row's number",
			PartitionKey: "{clean(or(Major_Genre,'Unknown'))}",
			RowKey:       "{clean(or(Title,'Untitled'))}_{rowNumber():04}",
			Why:          "Films of one genre that share a title keep a row each, and one film is a short range instead of a point.",
		},
		Queries: []Query{
			{Title: "Dramas that start with S", Filter: "Major_Genre eq 'Drama' and Title ge 'S' and Title lt 'T'", Times: 20, Per: PerMinute},
			{Title: "One film", Filter: "Major_Genre eq 'Action' and Title eq 'Jurassic Park'", Times: 10, Per: PerSecond},
			{Title: "Every horror film", Filter: "Major_Genre eq 'Horror'", Times: 10, Per: PerMinute},
			{Title: "Genres from C to E", Filter: "Major_Genre ge 'C' and Major_Genre lt 'E'", Times: 4, Per: PerHour},
			{Title: "Rated above 8.5", Filter: "IMDB_Rating gt 8.5", Times: 6, Per: PerHour},
			{Title: "Action or horror", Filter: "Major_Genre eq 'Action' or Major_Genre eq 'Horror'", Times: 2, Per: PerMinute},
		},
	},
	{
		ID: "flights", Title: "Flights", File: "flights-10k.json", Format: dataset.JSON,
		About:   "10,000 flights in the United States in 2001, written in the order in which they left.",
		Arrival: Arrival{check.TimeOfWriting, "date"},
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
		Rival: Design{
			Title:        "Destination, then newest first",
			PartitionKey: "{destination}",
			RowKey:       "{reverseTicks(date):19}_{origin}_{rowNumber():05}",
			Why:          "Whatever lands at one airport is one partition, and what leaves from one is spread over all of them.",
		},
		Queries: []Query{
			{Title: "Latest ten from Denver", Filter: "origin eq 'DEN'", Top: 10, Sort: "date", Newest: true, Times: 10, Per: PerSecond},
			{Title: "Airports from M to N", Filter: "origin ge 'M' and origin lt 'N'", Times: 6, Per: PerHour},
			{Title: "More than four hours late", Filter: "delay gt 240", Times: 1, Per: PerHour},
			{Title: "To Honolulu, from anywhere", Filter: "destination eq 'HNL'", Times: 2, Per: PerMinute},
		},
	},
	{
		ID: "football", Title: "Football", File: "football.json", Format: dataset.JSON,
		About:   "6,508 matches of European leagues, 2013 to 2017, by day.",
		Arrival: Arrival{check.TimeOfWriting, "date"},
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
		Rival: Design{
			Title:        "Away team, then day",
			PartitionKey: "{clean(away_team)}",
			RowKey:       "{date.date}_{clean(home_team)}",
			Why:          "The away matches of one team are one partition, and a league is spread over all of them.",
		},
		Queries: []Query{
			{Title: "English Premier League in 2016", Filter: "division eq 'English Premier League' and date ge " +
				"datetime'2016-01-01T00:00:00Z' and " +
				"date lt datetime'2017-01-01T00:00:00Z'", Times: 30, Per: PerMinute},
			{Title: "Every league that starts with S", Filter: "division ge 'S' and division lt 'T'", Times: 4, Per: PerHour},
			{Title: "Five goals or more at home", Filter: "home_score ge 5", Times: 1, Per: PerHour},
			{Title: "Matches of Inter away", Filter: "away_team eq 'Inter'", Times: 2, Per: PerMinute},
		},
	},
	{
		ID: "github", Title: "GitHub", File: "github.csv", Format: dataset.CSV,
		About:   "955 hours of one account's activity in 2015: a time and a count.",
		Arrival: Arrival{check.TimeOfWriting, "time"},
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
		Rival: Design{
			Title:        "Count, then time",
			PartitionKey: "{count:03}",
			RowKey:       "{time.date}T{time.hour:02}",
			Why:          "Hours with as many events stand together, and a day is spread over all counts.",
		},
		Queries: []Query{
			{Title: "3 March 2015", Filter: "time ge datetime'2015-03-03T00:00:00Z' and time lt datetime'2015-03-04T00:00:00Z'", Times: 10,
				Per: PerMinute},
			{Title: "The second quarter", Filter: "time ge datetime'2015-04-01T00:00:00Z' and time lt datetime'2015-07-01T00:00:00Z'", Times: 6,
				Per: PerHour},
			{Title: "Busy hours", Filter: "count ge 20 and count lt 100", Times: 2, Per: PerMinute},
		},
	},
}
