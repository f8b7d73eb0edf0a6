package account

import (
	"cmp"
	"slices"
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

func (a ContainerRegistryAuth) uses() []use { return nil }

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
func (a *Account) DeleteContainerRegistryAuth(auth ContainerRegistryAuth, at time.Time) error {
	return a.removeUnused(reference{KindContainerRegistryAuths, auth.ID}, errContainerRegistryAuthInUse, at)
}

// RemoveContainerRegistryAuth does the same over version 2: a template that no endpoint is bound to loses the auth
// without a message (contract-v2 7).
func (a *Account) RemoveContainerRegistryAuth(auth ContainerRegistryAuth, at time.Time) error {
	bound := a.referencedBy(KindEndpoints, KindTemplates)
	losing := a.Templates.where(func(t Template) bool { return t.Registry == auth.ID })
	isBound := func(t Template) bool { return bound[t.ID] }
	if a.referencedBy(KindPods, KindContainerRegistryAuths)[auth.ID] || slices.ContainsFunc(losing, isBound) {
		return errContainerRegistryAuthInUse
	}
	for _, t := range losing {
		t.Registry = ""
		a.Templates.put(t.ID, t, at) // No client has changed it over the API.
	}
	a.ContainerRegistryAuths.Remove(auth.ID, at)
	return nil
}
