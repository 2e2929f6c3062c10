package blob

import (
	"github.com/keyrange/keyrange/engine/table"
	words "github.com/keyrange/keyrange/engine/text"
)

// Account is a set of containers by name.
type Account struct {
	containers map[string]*Container
}

// NewAccount returns an account without containers.
func NewAccount() *Account { return &Account{containers: map[string]*Container{}} }

// Create makes an empty container. The name has 3 to 63 lower-case letters,
// digits and single hyphens between them (Naming containers and blobs, REST
// reference). One that exists is refused with ContainerAlreadyExists.
func (a *Account) Create(name string) (*Container, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	if a.containers[name] != nil {
		return nil, table.Refuse(ContainerAlreadyExists, "The specified container already exists.")
	}
	a.containers[name] = &Container{name: name}
	return a.containers[name], nil
}

// Container returns the container with the given name, or ContainerNotFound.
func (a *Account) Container(name string) (*Container, error) {
	if c := a.containers[name]; c != nil {
		return c, nil
	}
	return nil, table.Refuse(ContainerNotFound, "The specified container does not exist.")
}

// Delete removes a container and its blobs.
func (a *Account) Delete(name string) error {
	if _, err := a.Container(name); err != nil {
		return err
	}
	delete(a.containers, name)
	return nil
}

// Containers returns the containers in the order of their names.
func (a *Account) Containers() []*Container {
	containers := make([]*Container, 0, len(a.containers))
	for _, name := range words.SortedKeys(a.containers) {
		containers = append(containers, a.containers[name])
	}
	return containers
}

// Snapshot is an account as it was at one moment; it never changes.
type Snapshot struct {
	containers map[string]*Container
}

// Snapshot returns the account as it is now. It copies no blobs: the
// containers share them until one side writes.
func (a *Account) Snapshot() Snapshot { return Snapshot{cloneAll(a.containers)} }

// Restore makes the account what it was when s was taken. Containers that were
// returned before are no longer its containers.
func (a *Account) Restore(s Snapshot) { a.containers = cloneAll(s.containers) }

func cloneAll(containers map[string]*Container) map[string]*Container {
	clones := make(map[string]*Container, len(containers))
	for name, c := range containers {
		clones[name] = &Container{c.name, *c.blobs.Copy()}
	}
	return clones
}
