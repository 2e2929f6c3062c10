package check

import (
	"strconv"

	"github.com/keyrange/keyrange/engine/keys"
)

// buckets is how many buckets a Fix spreads keys over.
const buckets = 16

// bucket returns a placeholder that spreads the entities of the design evenly:
// by a column of the RowKey, else of the PartitionKey, else by the row's number.
func (j judge) bucket() string {
	n := strconv.Itoa(buckets) + ":02}"
	for _, b := range []*keys.Bound{j.rk, j.pk} {
		for _, name := range b.Template().Columns() {
			return "{hash(" + name + ")%" + n
		}
	}
	return "{rowNumber()%" + n
}

// spread divides each partition by a bucket behind its PartitionKey. Buckets
// serve writes that go on, so they are offered only where there is an order of
// arrival.
func (j judge) spread() *keys.Fix {
	if !j.arrival.Known() {
		return nil
	}
	text := j.pk.Template().Text()
	if text != "" {
		text += "_"
	}
	return j.bucketFix(text + j.bucket())
}

// scatter puts a bucket before the PartitionKey, so that neighbours in time are
// no neighbours in the table.
func (j judge) scatter() *keys.Fix {
	text := j.bucket()
	if j.pk.Template().Text() != "" {
		text += "_" + j.pk.Template().Text()
	}
	return j.bucketFix(text)
}

func (j judge) bucketFix(text string) *keys.Fix {
	return keys.NewFix(false, text, "Spread over "+strconv.Itoa(buckets)+" buckets")
}

// unique ends the RowKey with the row's number, which no other row has.
func (j judge) unique() *keys.Fix {
	digits := len(strconv.Itoa(j.rows))
	text := j.rk.Template().Text()
	if text != "" {
		text += "_"
	}
	placeholder := "{rowNumber()" + keys.WidthText(digits) + "}"
	return keys.NewFix(true, text+placeholder, "Add "+placeholder+" to RowKey")
}
