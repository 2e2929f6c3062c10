package stress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// What a Client says where the account answered that it made no table: one of that
// name is there already, or it refuses for another reason.
var (
	ErrTaken   = errors.New("a table of that name is there already")
	ErrNotMade = errors.New("the account refuses")
)

// How long the table's making may take, and its deletion in the end: of a table that
// was made, and of one that perhaps was.
const (
	makingTime   = time.Minute
	deletionTime = time.Minute
	perhapsTime  = 3 * time.Second
)

// Run does a plan: it makes the table, sends what the scenario's clients send, writes
// the recording, and deletes the table, whatever became of it before. It ends sooner
// when ctx does. What it says goes to out, whose secrets are the caller's to hide.
func Run(ctx context.Context, p *Plan, c Client, recording, out io.Writer) (err error) {
	t := newTally(recording, p)
	w, err := newCrowd(p, c, t)
	if err != nil {
		return err
	}
	making, cancel := context.WithTimeout(ctx, makingTime)
	defer cancel()
	err = c.Create(making)
	if errors.Is(err, ErrTaken) {
		return fmt.Errorf("%s: %w; it stays as it is", p.Table, err)
	}
	if errors.Is(err, ErrNotMade) {
		return fmt.Errorf("the table cannot be made: %w", err)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("the table cannot be made: %w", err), remove(ctx, p, c, perhapsTime, out))
	}
	defer func() { err = errors.Join(err, remove(ctx, p, c, deletionTime, out)) }()
	w.run(ctx)
	if w.ended != "" {
		fmt.Fprintf(out, "The run ended early: %s.\n", w.ended)
	}
	fmt.Fprint(out, t.summary())
	if t.err != nil {
		return fmt.Errorf("the recording cannot be written: %w", t.err)
	}
	return nil
}

// remove deletes the table, also after an interrupt. It tries again for so long.
func remove(ctx context.Context, p *Plan, c Client, long time.Duration, out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), long)
	defer cancel()
	var err error
	for wait := time.Second; ; wait *= 2 {
		if err = c.Delete(ctx); err == nil {
			fmt.Fprintf(out, "The table %s is deleted.\n", p.Table)
			return nil
		}
		select {
		case <-time.After(wait):
			continue
		case <-ctx.Done():
		}
		if long == perhapsTime {
			return fmt.Errorf("whether the account has a table %s now is not known: %w", p.Table, err)
		}
		return fmt.Errorf("the table %s is still in the account and has to be deleted by hand: %w", p.Table, err)
	}
}
