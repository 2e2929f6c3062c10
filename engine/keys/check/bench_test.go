package check

import (
	"errors"
	"testing"

	"github.com/keyrange/keyrange/engine/keys"
	"github.com/keyrange/keyrange/engine/table"
)

var benchDesign = keys.Design{
	PartitionKey: "{Channel}_{9999-PostedAt.year}_{13-PostedAt.month:02}",
	RowKey:       "{reverseTicks(PostedAt):19}_{PostId:06}",
}

// BenchmarkAnalysis makes the keys of 200,000 rows and takes them in.
func BenchmarkAnalysis(b *testing.B) {
	rows := posts(200_000)
	b.ReportAllocs()
	for b.Loop() {
		analyse(b, benchDesign.PartitionKey, benchDesign.RowKey, postColumns, rows)
	}
}

// BenchmarkAdd takes in keys that are made already.
func BenchmarkAdd(b *testing.B) {
	rows := posts(200_000)
	a := analyse(b, benchDesign.PartitionKey, benchDesign.RowKey, postColumns, nil)
	type key struct {
		pk, rk string
		err    error
	}
	made := make([]key, len(rows))
	for i, r := range rows {
		pk, errX := a.pk.Key(r, i)
		rk, errY := a.rk.Key(r, i)
		made[i] = key{pk, rk, errors.Join(errX, errY)}
	}
	b.ReportAllocs()
	for b.Loop() {
		x := NewAnalysis(a.pk, a.rk, Arrival{Kind: RowOrder})
		for _, k := range made {
			x.Add(k.pk, k.rk, k.err)
		}
	}
}

// The four answers after the last row, each of which a page asks for in one
// piece, over 200,000 rows: in 37,000 partitions, in one, and in one each.
func BenchmarkFindings(b *testing.B) {
	rows := posts(200_000)
	for name, d := range map[string]keys.Design{"months": benchDesign, "one": {PartitionKey: "x", RowKey: "{reverseTicks(PostedAt):19}_{PostId:06}"},
		"each": {PartitionKey: "{reverseTicks(PostedAt):19}_{PostId:06}"}} {
		a := analyse(b, d.PartitionKey, d.RowKey, postColumns, rows)
		b.Run("findings "+name, func(b *testing.B) {
			for b.Loop() {
				a.Findings()
			}
		})
		b.Run("sizes "+name, func(b *testing.B) {
			for b.Loop() {
				a.PartitionSizes(8)
			}
		})
		b.Run("sample "+name, func(b *testing.B) {
			for b.Loop() {
				a.SortSample(6)
			}
		})
	}
}

// BenchmarkTextOrder looks for the traps in the texts of 50,000 rows.
func BenchmarkTextOrder(b *testing.B) {
	rows := posts(50_000)
	for i := range rows {
		rows[i][3] = table.StringValue([]string{"McAllen", "Mclean", "New York", "Newark", "Holtsville"}[i%5] + rows[i][3].String())
	}
	a := analyse(b, "{Channel}", "{Title}_{PostId}", postColumns, rows)
	b.ReportAllocs()
	for b.Loop() {
		a.textOrders[1][0] = nil
		a.finishTexts()
	}
}

// BenchmarkKey makes one key of each template of a typical design per turn.
func BenchmarkKey(b *testing.B) {
	rows := posts(1000)
	a := analyse(b, benchDesign.PartitionKey, benchDesign.RowKey, postColumns, nil)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		row := rows[i%len(rows)]
		if _, err := a.pk.Key(row, i); err != nil {
			b.Fatal(err)
		}
		if _, err := a.rk.Key(row, i); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
