// Package rest1 is version 1 of the management interface (api/CONTRACT.md, sections 1 and 2): its paths, the spelling
// of its members, and the words and shapes of its errors. See package rest.
package rest1

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Options are the choices of a user.
type Options struct {
	// UpdateWithPost sends updates as POST …/update, for proxies that reject PATCH.
	UpdateWithPost bool
}

// New returns the facts about version 1 that do not depend on a kind of object.
func New() rest.Interface { return version1{} }

type version1 struct{}

// Version implements rest.Interface.
func (version1) Version() int { return 1 }

// IsOwnError implements rest.Interface (contract 1): an object with a text error, and perhaps the status.
func (version1) IsOwnError(status int, body []byte) bool {
	var own struct {
		Error  *string `json:"error"`
		Status *int    `json:"status"`
	}
	return json.Unmarshal(body, &own) == nil && own.Error != nil && *own.Error != "" &&
		(own.Status == nil || *own.Status == status)
}

// in returns where the objects of a kind are. Other versions take the path as the name that processes share.
func in(path, one string) rest.Collection {
	return rest.Collection{Shared: path, Path: path, One: one, Many: one + "s"}
}

// items reads a list, which is an array, and has no pages.
func items[W any](a *transport.Answer) (all []W, next *transport.Request, err error) {
	all, err = transport.Decode(a, func([]W) error { return nil })
	return all, nil, err
}
