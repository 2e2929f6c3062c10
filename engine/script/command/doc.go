// Package command is the language of the operation log: what a World does, one
// command at a time.
//
// A reader meets Command and Parse first, then Verb, which lists what there is to
// do, and Complete, which helps to type it.
//
// # The language
//
// A command stands on one line. A # after a blank begins a comment. A name or a
// part of a key is a bare word or a text in quotes:
//
//	Drama   'Science fiction'   'It''s'   "tab\tor any escape"   'x'*40000
//
// Values are those of filters: 'text', 5, 5L, 5.0, true, null,
// datetime'2026-01-31T12:00:00Z', guid'...', X'00ff'. A key is written
// PartitionKey/RowKey. A time is a number and d, h, m, s or ms.
//
// A command is done by the console, which reaches the service at once, or by a
// client, whose name and a colon come first and which has a network in
// between. Tables and entities:
//
//	create table Movies
//	drop table Movies
//	insert Movies Drama/Psycho Year=1960 Rating=8.5
//	get Movies Drama/Psycho
//	replace Movies Drama/Psycho Year=1960 if seen
//	merge Movies Drama/Psycho Rating=9.0 if *
//	insert-or-replace Movies Drama/Psycho Year=1960
//	insert-or-merge Movies Drama/Psycho Rating=8.5
//	delete Movies Drama/Psycho if 'W/"datetime''2026-01-01T00%3A00%3A00Z''"'
//	batch Movies { insert Drama/Jaws Year=1975; delete Drama/Psycho if * }
//
// A condition is * for any version, which is also meant without one, seen for
// the version that the speaker has last read or written, or an ETag. In a
// batch, changes stand on lines of their own or with ; between two.
//
// Queries; where comes last, and the filter goes to the end of the line:
//
//	query Movies top 10 select Title,Year from Drama/P where Year gt 1960
//	next
//	read Movies habit stop-at-empty-page where Year eq 1960
//	A: read Movies habit other-filter 'Year eq 1961' where Year eq 1960
//
// query asks for one page, next for the page after it, read for all pages with
// a right loop or one of the classic wrong ones. from is a continuation token.
//
// Data sets under key templates (package keys):
//
//	design Movies partition '{Genre}' row '{Title}'
//	import Movies data movies
//	import Movies partition '{Genre}' row '{Title}' csv "Genre,Title\nDrama,Psycho\n"
//	import Movies json '[{"Genre":"Drama","Title":"Psycho"}]'
//
// What only a client does: its tracking context, and how it tries again.
//
//	A: track option PreserveChanges
//	A: track load Movies where PartitionKey eq 'Drama'
//	A: track add Movies Drama/Jaws Year=1975
//	A: track attach Movies Drama/Psycho etag * Year=1960
//	A: track edit Movies Drama/Psycho Year=1961
//	A: track update Movies Drama/Psycho
//	A: track delete Movies Drama/Psycho
//	A: track detach Movies Drama/Psycho
//	A: track clear
//	A: save batch replace
//	A: policy exponential
//
// edit changes the client's object, and update marks it as changed, as the
// client library tells the two apart. save takes batch, continue and replace.
//
// What sets the stage, and belongs to no client:
//
//	fault response-lost
//	fault delayed 40s
//	network travel 20ms timeout 30s
//	advance 40s
//	limits page 5 examined 1000 bytes 4096
//	split Movies Comedy,Drama
//
// A fault is met by the next attempt of a client. limits without numbers are
// those of the service; split without keys makes the table one range again.
//
// Queues and blobs. delete removes the message that the speaker has last put
// or taken; if new stores a blob only if there is none:
//
//	queue create jobs
//	queue put jobs 'archive employee 456'
//	A: queue get jobs for 30s
//	queue peek jobs
//	A: queue delete jobs
//	queue poison jobs after 5 to failed
//	queue drop jobs
//	blob create photos
//	blob put photos/2010/cat.jpg 'a picture' if new
//	blob get photos/2010/cat.jpg
//	blob list photos prefix '2010/'
//	blob delete photos/2010/cat.jpg if seen
//	blob drop photos
//
// A run of a preset of package sim, which takes no time of the World. into
// makes the ranges at its end those of a table, as split does, so that pages
// of its queries end where they begin. The seed is 1 unless it is said:
//
//	simulate append for 10m
//	simulate guid for 10m seed 7 into Movies
//	simulate append for 10m keys '{hash(Id)%16:02}_{At.time}' machines 8 threads 15 batch 10
//	simulate single for 60s rate 600 retry guide ranges 4 small today quick
//
// keys is a key template in place of the preset's, over the columns that its
// workload has; rate is a load that arrives whatever becomes of it. retry is
// wait, none, guide or library. today takes the service targets of accounts
// made since June 2012, and quick lets the service decide in seconds.
//
// # What always holds
//
// Every Command of a log prints as one line that Parse reads back as the same
// command. No text makes Parse, ParseScript or Complete panic, and every loop over
// a text has a bound named in this package.
//
// Left out: what a command does, which is up to package script.
package command
