package dataset

import (
	"strings"
	"testing"
)

// TestShapes reads small texts in the forms of the sample data that the site
// ships: their names, types, dates and gaps.
func TestShapes(t *testing.T) {
	for _, c := range []struct{ name, file, text, columns, last string }{
		{"movies", "movies.json", `[
    {"Title": "Northern Lights", "US Gross": 146083, "Release Date": "Jun 12 1998", "MPAA Rating": "R", "Running Time min": null, "Major Genre": null, "IMDB Rating": 6.1, "IMDB Votes": 1071},
    {"Title": 1812, "US Gross": null, "Release Date": "Dec 18 1970", "MPAA Rating": null, "Running Time min": 141, "Major Genre": "Musical", "IMDB Rating": 7, "IMDB Votes": null},
    {"Title": null, "US Gross": 3000000000, "Release Date": "Feb 02 2003", "MPAA Rating": "PG-13", "Running Time min": 90, "Major Genre": "Drama", "IMDB Rating": null, "IMDB Votes": 4}
]`,
			"Title String 1, US_Gross Int64 1, Release_Date DateTime 0, MPAA_Rating String 1, Running_Time_min Int32 1, Major_Genre String 1, IMDB_Rating Double 1, IMDB_Votes Int32 1",
			",3000000000,2003-02-02T00:00:00Z,PG-13,90,Drama,,4"},
		{"flights", "flights-10k.json",
			`[{"date":"2001/01/01 00:47","delay":66,"distance":1750,"origin":"AAA","destination":"BBB"},{"date":"2001/03/31 23:05","delay":-5,"distance":407,"origin":"CCC","destination":"DDD"}]`,
			"date DateTime 0, delay Int32 0, distance Int32 0, origin String 0, destination String 0",
			"2001-03-31T23:05:00Z,-5,407,CCC,DDD"},
		{"football", "football.json", `[
    {
      "date":"2013-07-20",
      "division":"Österreichische Liga",
      "home_team":"FK Anton",
      "away_team":"SV Berta",
      "home_score":2,
      "away_score":0
    }
]`,
			"date DateTime 0, division String 0, home_team String 0, away_team String 0, home_score Int32 0, away_score Int32 0",
			"2013-07-20T00:00:00Z,Österreichische Liga,FK Anton,SV Berta,2,0"},
		{"github", "github.csv", "time,count\n2015/01/01 01:00:00,2\n2015/01/01 04:00:00,13\n",
			"time DateTime 0, count Int32 0",
			"2015-01-01T04:00:00Z,13"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := load(t, c.text, Sniff(c.file, []byte(c.text)))
			var columns, last []string
			for i, col := range d.Columns {
				columns = append(columns, col.Name+" "+strings.TrimPrefix(col.Type.String(), "Edm.")+" "+itoa(col.Missing))
				last = append(last, d.Value(d.Len()-1, i).String())
			}
			equal(t, "columns", strings.Join(columns, ", "), c.columns)
			equal(t, "last row", strings.Join(last, ","), c.last)
		})
	}
}
