package lessons

import (
	"github.com/keyrange/keyrange/engine/blob"
	"github.com/keyrange/keyrange/engine/script/command"
)

// blobCalls ask about single blobs, and about the last command on blobs.
func blobCalls() []call {
	named := []param{{name: "container", kind: text}, {name: "name", kind: text}}
	return []call{
		{"blob", named, truth, "there is such a blob", func(f *Facts, a arguments) value {
			for _, c := range f.World.Containers() {
				if c.Name() == a.text(0) {
					_, err := c.Get(a.text(1))
					return truthOf(err == nil)
				}
			}
			return truthOf(false)
		}, nil},
		{"listed", nil, number, "blobs that the last command listed, 0 if it was no blob list",
			func(f *Facts, _ arguments) value { return numberOf(len(f.shown(command.BlobList))) }, nil},
		{"got", named, truth, "the last command was blob get and brought this blob", func(f *Facts, a arguments) value {
			list := f.shown(command.BlobGet)
			return truthOf(len(list) == 1 && f.result().Command.Table == a.text(0) && list[0].Name == a.text(1))
		}, nil},
	}
}

// shown returns the blobs that the last command brought if it was of this kind.
func (f *Facts) shown(verb command.Verb) []blob.Blob {
	if r := f.result(); r.Command.Verb == verb {
		return r.Blobs
	}
	return nil
}
