package script

import (
	"bytes"
	"compress/flate"
	"io"
)

// compress packs bytes with DEFLATE, which begins as if it had seen the primer.
func compress(p []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriterDict(&b, flate.BestCompression, []byte(primer)) // the level is valid
	w.Write(p)                                                             // a bytes.Buffer takes everything
	w.Close()
	return b.Bytes()
}

// decompress reads what compress wrote. It makes at most one byte more than
// limit, however much the packed bytes stand for: then the error is
// ShareTooLarge.
func decompress(packed []byte, limit int) ([]byte, error) {
	r := flate.NewReaderDict(bytes.NewReader(packed), []byte(primer))
	p, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	switch {
	case len(p) > limit:
		return nil, ShareTooLarge
	case err != nil:
		return nil, ShareDamaged
	}
	return p, nil
}

// primer is what the compression has seen before any text: the words that logs
// are made of. Every link depends on it, so it never changes.
const primer = "create table Movies\x00insert Movies Drama/Psycho Title='Psycho' Year=1960 Rating=8.5\x00" +
	"query Movies top 10 select Title,Year where PartitionKey eq 'Drama' and RowKey ge 'P' and RowKey lt 'Q'\x00next\x00" +
	"get Movies Drama/Psycho\x00A: get Movies Drama/Psycho\x00B: replace Movies Drama/Psycho Count=1 if seen\x00" +
	"merge Movies Drama/Psycho Rating=9.0 if seen\x00insert-or-replace Movies a/1 Released=datetime'2026-01-01T00:00:00Z'\x00" +
	"insert-or-merge Movies a/2 Seen=true Votes=5L\x00delete Movies a/3\x00batch Movies { insert a/4 Name='x'; delete a/5 if seen }\x00" +
	"advance 40s\x00fault response-lost\x00A: policy exponential\x00A: track load Movies where PartitionKey eq 'a'\x00A: save batch\x00" +
	"A: track update Movies a/1\x00design Movies partition '{Genre}' row '{clean(Title)}'\x00import Movies data movies\x00" +
	"drop table Movies\x00queue create jobs\x00queue put jobs 'x'\x00A: queue get jobs for 30s\x00A: queue delete jobs\x00" +
	"split Movies Drama,Western\x00limits page 5 examined 1000\x00main"
