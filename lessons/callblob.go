package lessons

import "github.com/keyrange/keyrange/engine/script/command"

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
			func(f *Facts, _ arguments) value {
				if r := f.result(); r.Command.Verb == command.BlobList {
					return numberOf(len(r.Blobs))
				}
				return numberOf(0)
			}, nil},
		{"got", named, truth, "the last command was blob get and brought this blob", func(f *Facts, a arguments) value {
			r := f.result()
			return truthOf(r.Command.Verb == command.BlobGet && len(r.Blobs) == 1 && r.Command.Table == a.text(0) && r.Blobs[0].Name == a.text(1))
		}, nil},
	}
}
