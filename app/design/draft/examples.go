package draft

import (
	"strconv"
	"strings"

	"github.com/keyrange/keyrange/engine/dataset"
	"github.com/keyrange/keyrange/engine/keys/check"
	words "github.com/keyrange/keyrange/engine/text"
)

// Examples lists the small data sets that are made here, one for each family of
// presets. The slice is shared and must not be changed.
func Examples() []Sample { return examples }

var examples = []Sample{
	{ID: "service-log", Title: "Service log", About: "600 messages of three components, some with many instances, in the order in " +
		"which they " +
		"were written.", Make: serviceLog,
		Arrival: Arrival{check.TimeOfWriting, "LoggedAt"},
		Queries: []Query{
			{Title: "Everything from one component", Filter: "Component eq 'Reporting'", Times: 4, Per: PerHour},
			{Title: "Latest messages of a component", Filter: "Component eq 'Portal'", Top: 10, Sort: "LoggedAt", Newest: true, Times: 6,
				Per: PerMinute},
			{Title: "Everything from one instance", Filter: "Component eq 'Portal' and Instance eq 'i-0003'", Times: 1, Per: PerMinute},
			{Title: "Errors, anywhere", Filter: "Level eq 'error'", Times: 1, Per: PerHour},
		}},
	{ID: "video-rental", Title: "Video rental", About: "60 members and the films that they have out. A row with a film is a rental, one " +
		"without is the member.", Make: videoRental,
		Arrival: Arrival{Kind: check.ReferenceData},
		Rival: Design{Title: "Film, then member", PartitionKey: "{or(Movie,'Member')}", RowKey: "{MemberId}",
			Why: "Whoever has a film stands in its partition, and what a member has out is spread over all films."},
		Queries: []Query{
			{Title: "A member with all rentals", Filter: "MemberId eq 'm-007'", Times: 30, Per: PerMinute},
			{Title: "The rentals of a member", Filter: "MemberId eq 'm-007' and Kind eq 'Rental'", Times: 10, Per: PerMinute},
			{Title: "Who has Vertigo", Filter: "Movie eq 'Vertigo'", Times: 4, Per: PerMinute},
		},
		Transactions: []Transaction{{Title: "A rental and the member's count", By: []string{"MemberId"}}}},
	{ID: "employees", Title: "Employees", About: "150 employees, each stored twice: a row for the number and a row for the address.",
		Make:    employees,
		Arrival: Arrival{Kind: check.RowOrder},
		Queries: []Query{
			{Title: "Numbers below 100", Filter: "Copy eq 'empid' and Department eq 'Sales' and EmployeeId lt '000100'", Times: 20, Per: PerMinute},
			{Title: "By address, starting with a", Filter: "Copy eq 'email' and Department eq 'Sales' and Email ge 'a' and Email lt 'b'", Times: 20,
				Per: PerMinute},
		},
		Transactions: []Transaction{{Title: "Both copies of an employee", By: []string{"EmployeeId"}}}},
	{ID: "tenants", Title: "Tenants", About: "360 documents of twelve tenants, of three types.", Make: tenants,
		Arrival: Arrival{check.TimeOfWriting, "CreatedAt"},
		Queries: []Query{
			{Title: "Invoices of one tenant", Filter: "Tenant eq 'contoso' and Type eq 'invoice'", Times: 30, Per: PerMinute},
			{Title: "Everything of one tenant", Filter: "Tenant eq 'contoso'", Times: 4, Per: PerMinute},
			{Title: "One document by its number", Filter: "ItemId eq 17", Times: 6, Per: PerMinute},
		}},
}

func init() {
	for i := range examples {
		e := &examples[i]
		e.File, e.Format = e.ID+".csv", dataset.CSV
		for _, p := range presets {
			if p.Example == e.ID {
				e.Designs = append(e.Designs, p.Design())
			}
		}
	}
}

// Made returns the bytes of a sample that is made here, ok is false for one
// that comes as a file.
func (s *Sample) Made() (data []byte, ok bool) {
	if s.Make == nil {
		return nil, false
	}
	return []byte(s.Make()), true
}

// oneOf draws a word of a list.
func (g *generator) oneOf(words string) string {
	list := strings.Fields(words)
	return list[g.below(len(list))]
}

// minuteText writes a minute after a day of 2008 as a date.
func minuteText(month, day, minute int) string {
	return "2008-" + words.Padded(month, 2) + "-" + words.Padded(day, 2) + "T" + words.Padded(minute/60, 2) + ":" + words.Padded(minute%60,
		2) + ":00Z"
}

const people = "Ada Bruno Chen Dora Emil Fatima Goran Hana Ines Jonas Kofi Lena Mateo Nadia Omar Priya"

func serviceLog() string {
	var b strings.Builder
	b.WriteString("LogId,LoggedAt,Component,Instance,Level,Message\n")
	l := generator(2)
	for i := range 600 {
		component, instances := "Portal", 12
		switch l.below(6) {
		case 0:
			component, instances = "Reporting", 2
		case 1:
			component, instances = "Aggregation", 4
		}
		b.WriteString(strconv.Itoa(i+1) + "," + minuteText(10, 1+i/100, i%100*14) + "," + component + ",i-" +
			words.Padded(1+l.below(instances), 4) + "," +
			l.oneOf("info info info warning error") + "," + l.oneOf("started stopped timeout retry done") + "\n")
	}
	return b.String()
}

func videoRental() string {
	var b strings.Builder
	b.WriteString("Kind,MemberId,Name,RentalCount,Movie,DueAt\n")
	l := generator(5)
	films := strings.Fields("Alien Amadeus Brazil Casablanca Fargo Gandhi Jaws Metropolis Psycho Rashomon Solaris Stalker Vertigo Zodiac")
	for m := 1; m <= 60; m++ {
		id, out, first := "m-"+words.Padded(m, 3), l.below(9), l.below(len(films))
		b.WriteString("Member," + id + "," + l.oneOf(people) + "," + strconv.Itoa(out) + ",,\n")
		for r := range out {
			b.WriteString("Rental," + id + ",,," + films[(first+r)%len(films)] + "," + minuteText(10, 1+l.below(27), 720) + "\n")
		}
	}
	return b.String()
}

func employees() string {
	var b strings.Builder
	b.WriteString("Copy,Department,EmployeeId,Email,Name\n")
	l := generator(3)
	for i := 1; i <= 150; i++ {
		name := l.oneOf(people)
		row := "," + l.oneOf("Finance Legal Sales Sales Support") + "," + words.Padded(i,
			6) + "," + strings.ToLower(name) + "." + strconv.Itoa(i) +
			"@contoso.com," + name + "\n"
		b.WriteString("empid" + row + "email" + row)
	}
	return b.String()
}

func tenants() string {
	var b strings.Builder
	b.WriteString("ItemId,Tenant,Type,CreatedAt,Amount\n")
	l := generator(7)
	for i := 1; i <= 360; i++ {
		b.WriteString(strconv.Itoa(i) + "," + l.oneOf("adatum alpine contoso contoso contoso fabrikam litware northwind proseware tailspin trey "+
			"wingtip") + "," +
			l.oneOf("customer invoice order") + "," + minuteText(1+(i-1)/40, 1+(i-1)%28, l.below(1440)) + "," + strconv.Itoa(10+l.below(990)) + "\n")
	}
	return b.String()
}
