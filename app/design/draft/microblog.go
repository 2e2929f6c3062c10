package draft

import (
	"strconv"
	"time"

	words "github.com/keyrange/keyrange/engine/text"
)

// MicroblogPosts is how many posts the micro-blog has.
const MicroblogPosts = 6000

// Microblog writes the posts of an invented micro-blog as a CSV file, in the
// order in which they are written. It gives the same bytes every time. The
// builder puts them beside the other samples; the program does not hold them.
func Microblog() []byte {
	out := []byte("Channel,Thread,PostId,PostedAt,Author,Rating,Text\n")
	g := generator(42)
	at := time.Date(2008, 5, 1, 6, 0, 0, 0, time.UTC)
	var threads []thread // the latest of them, which may still be answered
	for id := 1; id <= MicroblogPosts; id++ {
		at = at.Add(time.Duration(60+g.below(5900)) * time.Second)
		t := thread{channel: pickChannel(&g), id: id}
		if len(threads) > 0 && g.below(100) < 60 {
			t = threads[g.below(len(threads))]
		} else if threads = append(threads, t); len(threads) > 40 {
			threads = threads[1:]
		}
		terms := blogWords[g.below(len(blogWords))] + " " + blogWords[g.below(len(blogWords))]
		out = append(out, t.channel+",T"+words.Padded(t.id, 5)+","+strconv.Itoa(id)+","+at.Format("2006-01-02T15:04:05Z")+","+
			blogAuthors[min(g.below(len(blogAuthors)), g.below(len(blogAuthors)))]+","+strconv.Itoa(1+g.below(5))+","+terms+"\n"...)
	}
	return out
}

// thread is a first post and the answers to it.
type thread struct {
	channel string
	id      int
}

var (
	blogChannels = []string{"Football", "Baseball", "Hockey", "Tennis", "Cooking", "Travel", "Photography", "Gardening", "Chess", "Films",
		"Music", "Books"}
	blogAuthors = []string{"Ann", "Brady", "Chen", "Dana", "Emeka", "Farid", "Grace", "Hana", "Ivo", "Jun", "Kofi", "Lena", "Mara", "Nils",
		"Olga", "Pia", "Quinn", "Rosa", "Sam", "Tariq"}
	blogWords = []string{"A great start", "Rain again", "What a finish", "Who was there", "New photos", "A quiet day", "See you on Sunday",
		"Never before", "Thanks to all", "The second half", "More tomorrow", "A fair point"}
)

// pickChannel prefers the channels at the front: half of the posts are in the
// first one or two.
func pickChannel(g *generator) string {
	n := len(blogChannels)
	return blogChannels[min(g.below(n), g.below(n), g.below(n))]
}

// generator is a sequence of numbers that look random and are always the same.
type generator uint64

func (g *generator) below(n int) int {
	*g = *g*6364136223846793005 + 1442695040888963407
	return int((uint64(*g) >> 33) % uint64(n))
}
