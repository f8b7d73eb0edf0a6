package account

import (
	"cmp"
	"time"
)

// ContainerRegistryAuth is a container registry auth as the account stores it (contract 2.5). Responses never have the
// credentials.
type ContainerRegistryAuth struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Username string `json:"username"`
	Password string `json:"password"`
}

func newContainerRegistryAuth(id string, _ time.Time) ContainerRegistryAuth {
	return ContainerRegistryAuth{ID: id}
}

func (a ContainerRegistryAuth) key() (id, name string) { return a.ID, a.Name }

func (a ContainerRegistryAuth) references() []reference { return nil }

// CreateContainerRegistryAuth creates a container registry auth. Both versions have the same members.
func (a *Account) CreateContainerRegistryAuth(in Input, at time.Time) (ContainerRegistryAuth, error) {
	auth, err := over(ContainerRegistryAuth{}, in)
	if err := cmp.Or(err, a.ContainerRegistryAuths.nameIsFree(auth.Name, "")); err != nil {
		return ContainerRegistryAuth{}, err
	}
	auth.ID = a.ContainerRegistryAuths.vacant(a.ids.containerRegistryAuth)
	a.ContainerRegistryAuths.save(auth, at)
	return auth, nil
}

// DeleteContainerRegistryAuth deletes a container registry auth that nothing uses.
func (a *Account) DeleteContainerRegistryAuth(id string, at time.Time) error {
	if a.inUse(reference{KindContainerRegistryAuths, id}) {
		return errContainerRegistryAuthInUse
	}
	if !a.ContainerRegistryAuths.remove(id, at) {
		return a.ContainerRegistryAuths.NotFound()
	}
	return nil
}

// RemoveContainerRegistryAuth does the same over version 2: a template that no endpoint is bound to loses the auth
// without a message (contract-v2 7).
func (a *Account) RemoveContainerRegistryAuth(id string, at time.Time) error {
	if _, err := a.ContainerRegistryAuths.Find(id); err != nil {
		return err
	}
	target := reference{KindContainerRegistryAuths, id}
	bound := a.referencedBy(KindEndpoints, KindTemplates)
	var losing []Template
	for _, t := range a.Templates.All() {
		switch {
		case t.Registry != id:
		case bound[t.ID]:
			return errContainerRegistryAuthInUse
		default:
			losing = append(losing, t)
		}
	}
	for _, r := range a.kinds[KindPods].references() {
		if r == target {
			return errContainerRegistryAuthInUse
		}
	}
	for _, t := range losing {
		t.Registry = ""
		a.Templates.put(t.ID, t, at) // No client has changed it over the API.
	}
	a.ContainerRegistryAuths.remove(id, at)
	return nil
}
