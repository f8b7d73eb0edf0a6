// Package rest1 is version 1 of the management interface (api/CONTRACT.md, sections 1 and 2): its paths, the spelling
// of its members, and the words and shapes of its errors. See package rest.
package rest1

import (
	"encoding/json"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Options are what a user can choose.
type Options struct {
	// UpdateWithPost sends updates as POST …/update, for proxies that reject PATCH.
	UpdateWithPost bool
}

// New returns version 1 of the management interface.
func New(options Options) rest.Interface { return version1{options} }

type version1 struct{ Options }

// Version implements rest.Interface.
func (version1) Version() int { return 1 }

// The collections: the first element of paths.
const (
	pods                   = "pods"
	templates              = "templates"
	endpoints              = "endpoints"
	networkVolumes         = "networkvolumes"
	containerRegistryAuths = "containerregistryauth"
)

// listOperations has the operation of each list by its collection.
var listOperations = map[string]string{
	pods:                   "ListPods",
	templates:              "ListTemplates",
	endpoints:              "ListEndpoints",
	networkVolumes:         "ListNetworkVolumes",
	containerRegistryAuths: "ListContainerRegistryAuths",
}

// ListOf implements rest.Interface.
func (version1) ListOf(r transport.Request) (list transport.Request, isList bool) {
	collection := r.Path[0]
	if collection == billingPath {
		collection = r.Path[1]
	}
	list = transport.Request{Operation: listOperations[collection], Method: http.MethodGet, Path: []string{collection}}
	return list, r.Method == http.MethodGet && len(r.Path) == 1 && listOperations[r.Path[0]] != ""
}

// IsOwnError implements rest.Interface (contract 1): an object with a text error, and perhaps the status.
func (version1) IsOwnError(status int, body []byte) bool {
	var own struct {
		Error  *string `json:"error"`
		Status *int    `json:"status"`
	}
	return json.Unmarshal(body, &own) == nil && own.Error != nil && *own.Error != "" &&
		(own.Status == nil || *own.Status == status)
}
