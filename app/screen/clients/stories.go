package clients

// Story is a ready beginning for two clients: what is stored, what each client
// is about to do, and what to look for.
type Story struct {
	ID    string
	Title string
	About string // one or two sentences
	setup []string
	turns [2][]string
}

// The entity that all stories are about.
const (
	sharedTable = "Blogs"
	sharedKey   = "Channel9/Oct-29"
)

var sharedSetup = []string{
	"create table Blogs",
	"insert Blogs Channel9/Oct-29 Text='Hello' Rating=3",
}

// Stories lists the ready beginnings in the order in which they teach. It must
// not be changed.
func Stories() []Story { return stories }

var stories = []Story{
	{ID: "stale", Title: "Stale update", About: "Both read version 1. A writes first. B still sends the ETag of version 1.",
		setup: sharedSetup,
		turns: [2][]string{
			{"A: get Blogs Channel9/Oct-29", "A: merge Blogs Channel9/Oct-29 Text='Hi there again' if seen"},
			{"B: get Blogs Channel9/Oct-29", "B: merge Blogs Channel9/Oct-29 Rating=5 if seen"},
		}},
	{ID: "lost", Title: "Lost update", About: "Both read, add 1 to the rating and write the whole entity back, and neither sends an ETag.",
		setup: sharedSetup,
		turns: [2][]string{
			{"A: get Blogs Channel9/Oct-29", "with add Rating, whole: A: replace Blogs Channel9/Oct-29 Rating=1", "A: get Blogs Channel9/Oct-29"},
			{"B: get Blogs Channel9/Oct-29", "with add Rating, whole: B: replace Blogs Channel9/Oct-29 Rating=1", "B: get Blogs Channel9/Oct-29"},
		}},
	{ID: "guarded", Title: "Guarded update", About: "The same two programs, but each write goes through only if the entity is still the one " +
		"that was read.",
		setup: sharedSetup,
		turns: [2][]string{
			{"A: get Blogs Channel9/Oct-29", "with add Rating, whole: A: replace Blogs Channel9/Oct-29 Rating=1 if seen",
				"A: get Blogs Channel9/Oct-29"},
			{"B: get Blogs Channel9/Oct-29", "with add Rating, whole: B: replace Blogs Channel9/Oct-29 Rating=1 if seen",
				"B: get Blogs Channel9/Oct-29"},
		}},
	{ID: "delete", Title: "Delete race", About: "A deletes the entity that B is about to change.",
		setup: sharedSetup,
		turns: [2][]string{
			{"A: get Blogs Channel9/Oct-29", "A: delete Blogs Channel9/Oct-29 if seen"},
			{"B: get Blogs Channel9/Oct-29", "B: merge Blogs Channel9/Oct-29 Rating=5 if seen"},
		}},
	{ID: "own-409", Title: "Your own 409", About: "A inserts an entity. The answer gets lost, and A sends the insert again.",
		setup: []string{"create table Blogs", "A: policy exponential"},
		turns: [2][]string{
			{"with response-lost: A: insert Blogs Channel9/Oct-29 Text='Hello' Rating=3", "A: get Blogs Channel9/Oct-29"},
			{"B: get Blogs Channel9/Oct-29"},
		}},
	{ID: "own-404", Title: "Your own 404", About: "A deletes the entity. The answer gets lost, and A sends the deletion again.",
		setup: append(sharedSetup[:2:2], "A: policy exponential"),
		turns: [2][]string{
			{"A: get Blogs Channel9/Oct-29", "with response-lost: A: delete Blogs Channel9/Oct-29 if seen"},
			{"B: get Blogs Channel9/Oct-29"},
		}},
	{ID: "own-412", Title: "Your own 412", About: "A updates with the ETag that it read. The answer gets lost, and A sends the same update " +
		"again.",
		setup: append(sharedSetup[:2:2], "A: policy exponential"),
		turns: [2][]string{
			{"A: get Blogs Channel9/Oct-29", "with response-lost: A: merge Blogs Channel9/Oct-29 Rating=5 if seen", "A: get Blogs Channel9/Oct-29"},
			{"B: get Blogs Channel9/Oct-29"},
		}},
	{ID: "late", Title: "Late request", About: "A's update is delayed by 40 seconds. A gives up after 30, and B writes in between.",
		setup: sharedSetup,
		turns: [2][]string{
			{"A: get Blogs Channel9/Oct-29", "with delayed 40s: A: merge Blogs Channel9/Oct-29 Rating=4", "A: get Blogs Channel9/Oct-29"},
			{"B: get Blogs Channel9/Oct-29", "B: merge Blogs Channel9/Oct-29 Rating=5", "advance 30s", "B: get Blogs Channel9/Oct-29"},
		}},
	{ID: "tracking", Title: "Tracking client", About: "A's client library keeps the objects that A has loaded. It sends what A " +
		"changed, with " +
		"the ETag from the first load, until it is told otherwise.",
		setup: sharedSetup,
		turns: [2][]string{
			{"A: track load Blogs where PartitionKey eq 'Channel9'", "A: track edit Blogs Channel9/Oct-29 Text='Hi there again'",
				"A: track update Blogs Channel9/Oct-29", "A: track load Blogs where PartitionKey eq 'Channel9'", "A: save"},
			{"B: get Blogs Channel9/Oct-29", "B: merge Blogs Channel9/Oct-29 Rating=5 if seen"},
		}},
	{ID: "lease", Title: "A lease", About: "Whoever inserts the lock entity holds it. Only the holder knows its ETag, so only the " +
		"holder can " +
		"delete it.",
		setup: []string{"create table Blogs"},
		turns: [2][]string{
			{"A: insert Blogs Channel9/Oct-29 Text='held by A'", "A: delete Blogs Channel9/Oct-29 if seen"},
			{"B: insert Blogs Channel9/Oct-29 Text='held by B'", "B: delete Blogs Channel9/Oct-29 if seen"},
		}},
}

// storyByID returns the story with an ID.
func storyByID(id string) (Story, bool) {
	for _, s := range Stories() {
		if s.ID == id {
			return s, true
		}
	}
	return Story{}, false
}
