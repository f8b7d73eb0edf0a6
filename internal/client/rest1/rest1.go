// Package rest1 is version 1 of the management interface (api/CONTRACT.md, sections 1 and 2): its paths, the spelling
// of its members, and the words and shapes of its errors. See package rest.
package rest1

import (
	"encoding/json"
	"regexp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Options are the choices of a user.
type Options struct {
	// UpdateWithPost sends updates as POST …/update, for proxies that reject PATCH.
	UpdateWithPost bool
}

// Traits are those of version 1.
func Traits() rest.Traits { return rest.Traits{ListsWorkers: true} }

// Wording returns the meanings of the words in errors. Most rejections of version 1 are 500 (contract 2.6).
func Wording() transport.Wording {
	return transport.Wording{IsOwn: isOwnError, Meanings: rest.Meanings(
		transport.Meaning{Message: regexp.MustCompile(`(?i)exceeded max body size`), Kind: transport.KindTooLarge},
		transport.Meaning{Message: regexp.MustCompile(`(?i)cannot use pod templates`), Kind: transport.KindWrongKind},
	)}
}

// isOwnError reports whether an error's body has the shape that version 1 gives its errors (contract 1): an object with
// a text error, and perhaps the status.
func isOwnError(status int, body []byte) bool {
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
//
//nolint:unparam // It is Items of rest.Kind.
func items[W any](a *transport.Answer) (all []W, next *transport.Request, err error) {
	all, err = transport.Decode(a, func([]W) error { return nil })
	return all, nil, err
}
