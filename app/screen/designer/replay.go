package designer

import (
	"github.com/keyrange/keyrange/app/design"
	"github.com/keyrange/keyrange/app/workspace"
)

// Replay opens work to do it again.
func Replay(moment []byte, like workspace.Replay, rest func()) (workspace.Replay, error) {
	earlier, _ := like.(*design.Replay)
	r, err := design.NewReplay(moment, earlier, rest)
	if err != nil {
		return nil, err
	}
	return r, nil
}
