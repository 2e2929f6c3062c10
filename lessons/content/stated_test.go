package content

import (
	"strings"
	"testing"

	"github.com/keyrange/keyrange/engine/script/command"
	"github.com/keyrange/keyrange/lessons"
)

// stated is what the prose of the lessons says of this
// engine in figures: lesson, step from 1, a demonstration or commands of its
// own, and the condition.
var stated = []struct {
	lesson   string
	step     int
	commands string // demo:id, or commands with ; between two
	claim    string
}{
	{"entity", 1, "demo:three", "entities(Movies) = 4 and place(Movies, Action, Alien) = 1"},
	{"entity", 3, "demo:fits", "entity(Movies, SciFi, Alien)"},
	{"entity", 3, "insert Movies A/B V=guid'0f8fad5b-d9cb-469f-a165-70867728950e' W=X'00ff' X=1998L Y=4.8 Z=true", "type(Movies, A, B, V) = 'Edm.Guid' and type(Movies, A, B, W) = 'Edm.Binary' and type(Movies, A, B, X) = 'Edm.Int64'"},
	{"entity", 3, sixteen(), "refused(EntityTooLarge) = 1"},
	{"btree", 1, "demo:jaws", "visited() = 3 and nodes(Movies) = 20 and levels(Movies) = 4 and entities(Movies) = 24"},
	{"btree", 2, "demo:scifi", "examined() = 5 and returned() = 5"},
	{"btree", 3, "demo:fourth", "nodes(Movies) = 3 and levels(Movies) = 2"},
	{"btree", 3, "insert Movies X/1; insert Movies X/2; insert Movies X/3; insert Movies X/4; insert Movies X/5; insert Movies X/6", "entities(Movies) = 9 and levels(Movies) = 2"},
	{"btree", 3, "drop table Movies; advance 1m; create table Movies; import Movies partition 'War' row '{Number:02}' data letters.csv", "entities(Movies) = 10 and levels(Movies) = 3"},
	{"sort-order", 2, "demo:short", "place(ByDate, Film, 7989-11-0) = 1"},
	{"sort-order", 2, "insert ByDate Film/7989-11-00; insert ByDate Film/7989-02-08", "place(ByDate, Film, 7989-02-08) = 1"},
	{"sort-order", 3, "demo:back", "first() = 'Day/2010-06-01T08:00-London' and returned() = 3"},
	{"sort-order", 4, "demo:letters", "place(Movies, Film, 'Élisa') > place(Movies, Film, alien) and place(Movies, Film, Zorro) < place(Movies, Film, alien)"},
	{"sort-order", 4, "insert Movies 😀/1; insert Movies Ａ/1", "place(Movies, '😀', 1) < place(Movies, 'Ａ', 1)"},
	{"latest-first", 1, "demo:first-ten", "returned() = 10 and first() = '000123/2014-02-01' and entities(Claims, 000123) = 28"},
	{"latest-first", 2, "demo:two-blogs", "place(Blogs, Football, 2521793591999999999) = 1 and place(Blogs, Football, 2521794455999999999) = 2"},
	{"latest-first", 2, `import Blogs partition 'F' row '{reverseTicks(At):19}' csv "At\n6831-02-15T14:13:19Z\n6831-02-15T14:13:20Z\n"`, "place(Blogs, F, 0999999999999999999) = 1 and place(Blogs, F, 1000000000009999999) = 2"},
	{"latest-first", 4, "import Recent partition '{9999-Released.year}-{12-Released.month:02}-{31-Released.day:02}' row '{Title}' data released.csv", "entity(Recent, 7989-02-08, 'Late Autumn')"},
	{"latest-first", 4, `import Recent partition '{9999-At.year}_{13-At.month:02}' row '' csv "At\n2008-10-05\n2008-12-05\n"`, "entity(Recent, 7991_03, '') and entity(Recent, 7991_01, '')"},
	{"prefix", 1, "demo:shz", "returned() = 4 and not returns(Action, 'Shōgun Assassin')"},
	{"prefix", 2, "demo:alone", "returned() = 0"},
	{"prefix", 3, "demo:bare", "returned() = 3 and returns(Brady, 'Sports Cars;First drive')"},
	{"prefix", 4, "demo:year", "kind() = 'Point query' and returned() = 1"},
	{"prefix", 4, "insert Staff X/'c;a;b'; insert Staff X/'c;a;b'", "refused(EntityAlreadyExists) = 1"},
	{"choose-keys", 1, "demo:by-ticket", "examined() = 60 and returned() = 10"},
	{"choose-keys", 2, "demo:lost", "entities(Tickets) = 5 and leftout() = 5"},
	{"choose-keys", 3, "demo:priority-first", "examined() = 60 and returned() = 10"},
	{"choose-keys", 3, "import Tickets partition '{Priority}' row '{Customer};{Ticket:06}' data tickets.csv; query Tickets where PartitionKey eq '1' and Customer eq 'C3'; query Tickets where PartitionKey eq '3' and Customer eq 'C3'", "ever(returned() = 5 and returns('1', 'C3;000009')) and returned() = 5 and examined() = 15"},
	{"choose-keys", 4, "demo:calm", "run(over) = 0 and run(throttled) = 0"},
	{"query-kinds", 2, "demo:row", "examined() = 3 and returned() = 3 and entities(Movies) = 29 and partitions(Movies) = 6"},
	{"query-kinds", 1, "demo:absent", "code() = 'ResourceNotFound'"},
	{"query-kinds", 1, "demo:none", "code() = '' and returned() = 0"},
	{"query-kinds", 3, "demo:two", "kind() = 'Partition scan' and examined() = 7"},
	{"query-kinds", 4, "demo:both-ranges", "kind() = 'Partition range scan' and examined() = 26"},
	{"query-kinds", 5, "demo:all", "kind() = 'Table scan' and examined() = 29"},
	{"query-kinds", 5, "demo:ne", "kind() = 'Table scan' and examined() = 29"},
	{"query-kinds", 5, "demo:property", "kind() = 'Table scan' and examined() = 29"},
	{"query-kinds", 5, "demo:rowkey", "kind() = 'Table scan' and examined() = 29"},
	{"or-is-a-scan", 1, "demo:one", "examined() = 3 and returned() = 3"},
	{"or-is-a-scan", 1, "query Movies where PartitionKey ne 'Drama'", "examined() = entities(Movies) and entities(Movies) = 14"},
	{"or-is-a-scan", 2, "demo:both", "examined() = 400 and returned() = 2"},
	{"or-is-a-scan", 3, "demo:bare", "kind() = 'Table scan' and examined() = 8 and returns(Western, Unforgiven)"},
	{"types-and-nulls", 1, "demo:double", "returned() = 1 and returns(Action, Alien) and types(Movies, Rating) = 4 and entities(Movies) = 6"},
	{"types-and-nulls", 2, "demo:less", "returned() = 4 and returns(SciFi, Matrix)"},
	{"types-and-nulls", 3, "demo:null", "code() = 'InvalidInput'"},
	{"types-and-nulls", 3, "demo:ne", "returned() = 2 and not returns(Western, Shane)"},
	{"types-and-nulls", 5, "demo:two", "returned() = 2 and columns() = 2"},
	{"pages", 1, "demo:one", "returned() = 1000 and more() and entities(Orders) - returned() = 1500"},
	{"pages", 2, "demo:many", "code() = 'InvalidInput'"},
	{"pages", 3, "demo:seven", "returned() = 2 and examined() = 600 and more() and stop() = 'time up'"},
	{"pages", 4, "demo:three", "returned() = 3 and last() = 'Shop/000003' and more()"},
	{"pages", 4, "query Orders top 0", "returned() = 0 and not more()"},
	{"granularity", 1, "demo:chess", "returned() = 9 and examined() = 9"},
	{"seasons", 1, "demo:chess", "returned() = 3 and examined() = 3"},
	{"seasons", 2, "demo:unaware", "returned() = 0"},
	{"seasons", 3, "demo:printed", "returned() = 0 and examined() = 0"},
	{"lost-update", 1, "A: get Films Friday/Alien", "orders(all) = 6 and orders(lost) = 4 and orders(fine) = 2"},
	{"lost-update", 3, "A: get Films Friday/Alien", "orders(lost) = 0 and orders(refused) = 4 and orders(fine) = 2"},
	{"lost-update", 4, "A: get Films Friday/Alien", "orders(lost) = 2 and orders(refused) = 2 and orders(fine) = 2"},
	{"merge-replace", 2, "A: get People Oslo/Ada", "orders(fine) = 6 and orders(all) = 6"},
	{"tracking", 3, "B: get Films Friday/Alien", "orders(refused) = 3 and orders(all) = 7"},
	{"snapshot", 1, "query Kitty; next", "total(Crowns) = 600 and pages() = 2"},
	{"snapshot", 2, "demo:whole", "total(Crowns) = 600 and value(Kitty, Oslo, Anna, Crowns) = 150 and readings(total(Crowns) = 600) = 2"},
	{"snapshot", 3, "demo:dangling", "returns(Order, '17') and not returns(Invoice, '17') and entity(Shop, Invoice, '17')"},
	{"secondary-index", 1, "demo:by-number", "examined() = 1 and returns(Sales, empid_000223)"},
	{"secondary-index", 2, "batch Staff { insert Sales/empid_9 Name='Diaz';insert Sales/email_diaz@contoso.com Id='9' }", "code() = 'EntityAlreadyExists' and entities(Staff) = 2"},
	{"secondary-index", 4, "batch Staff { insert empid_Sales/000501 Name='J';insert email_Sales/j@contoso.com Id='000501' }", "entities(Staff) = 2 and not done()"},
	{"index-entities", 1, "demo:scan", "examined() = 7 and returned() = 2"},
	{"index-entities", 3, "A: batch Staff { insert Sales/000287 LastName='Jones';merge Sales/Jones Ids='152,287' if seen }", "code() = 'UpdateConditionNotSatisfied' and not entity(Staff, Sales, 000287)"},
	{"index-entities", 4, "query Staff where PartitionKey eq 'Sales' and LastName eq 'Jones'", "examined() = 501 and returned() = 3"},
	{"relationships", 1, "demo:one", "kind() = 'Point query' and examined() = 1"},
	{"relationships", 4, "query People where PartitionKey eq 'P' and Type eq 'Customer'", "examined() = 6 and returned() = 2"},
	{"kinds", 3, "demo:printed", "returned() = 12"},
	{"kinds", 3, "demo:kind", "returned() = 4 and examined() = 12"},
	{"kinds", 4, "replace Home Joe/0001_Film Kind='Film' Rating=3", "properties(Home, Joe, 0001_Film) = 2"},
	{"series-and-width", 1, "demo:one", "returned() = 24 and examined() = 24"},
	{"series-and-width", 3, "insert Years Sales/000019_1 Emp=19", "properties(Years, Sales, 000017_1) = 252"},
}

// sixteen is the entity of more than 1 MB of which each text fits.
func sixteen() string {
	var b strings.Builder
	b.WriteString("insert Movies Big/One")
	for c := 'A'; c < 'A'+16; c++ {
		b.WriteString(" " + string(c) + "='x'*32768")
	}
	return b.String()
}

// What the prose says of this engine is so.
func TestStated(t *testing.T) {
	list := parsed(t)
	byID := map[string]*lessons.Lesson{}
	for _, l := range list {
		byID[l.ID] = l
	}
	for _, c := range stated {
		claim, problem := lessons.ParseExpr(c.claim)
		if problem != "" {
			t.Fatalf("%s: %s", c.claim, problem)
		}
		l := byID[c.lesson]
		s := at(t, l, c.step-1, 0)
		for _, command := range commandsOf(t, l, c.step-1, c.commands) {
			r, err := s.Do(command.String())
			if err != nil || r.Mistake != "" {
				t.Fatalf("%s, step %d: %s: %v %s", c.lesson, c.step, command, err, r.Mistake)
			}
		}
		if !claim.True(s.Facts()) {
			t.Errorf("%s, step %d: after %s it is not so that %s", c.lesson, c.step, c.commands, c.claim)
		}
	}
}

func commandsOf(t *testing.T, l *lessons.Lesson, step int, text string) (list []command.Command) {
	t.Helper()
	for _, d := range l.Steps[step].Demos {
		if "demo:"+d.ID == text {
			return d.Commands
		}
	}
	for _, one := range strings.Split(text, "; ") {
		c, err := command.Parse(one)
		if err != nil {
			t.Fatalf("%s: %v", one, err)
		}
		list = append(list, c)
	}
	return list
}
