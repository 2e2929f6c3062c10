package design

// Version is one state of the design, with the gesture that made it.
type Version struct {
	Label  string // what was done, such as "Fix: clean(Title)"
	Design Design
}

// History returns the moments of the current branch and the place of the
// present one.
func (p *Editor) History() (versions []Version, now int) {
	j := p.journal
	versions = make([]Version, j.Len()+1)
	for i := range versions {
		versions[i] = Version{Label: j.Label(i), Design: j.Work(i).Design}
	}
	return versions, j.Position()
}

// design returns the present design, the last without an error.
func (p *Editor) design() Design { return p.Work().Design }
