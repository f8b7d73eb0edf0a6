// Package rest2 is version 2 of the management interface (api/CONTRACT-V2.md): its paths, the spelling of its members,
// its pages, and the words and shapes of its errors. See package rest.
package rest2

import (
	"encoding/json"
	"net/http"
	"regexp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// New returns version 2 of the management interface.
func New() rest.Interface { return version2{} }

type version2 struct{}

// Version implements rest.Interface.
func (version2) Version() int { return 2 }

// collection is where the objects of a kind are.
type collection struct {
	// name is the name of the kind in records that processes share: that of version 1.
	name string
	// path is the first element of paths, and member the member of a list that has the objects.
	path, member string
	// one and many are the names of an object and of several in operations.
	one, many string
}

// The collections, by kind.
var (
	pods           = collection{"pods", "pods", "pods", "Pod", "Pods"}
	templates      = collection{"templates", "templates", "templates", "Template", "Templates"}
	endpoints      = collection{"endpoints", "serverless", "endpoints", "Endpoint", "Endpoints"}
	networkVolumes = collection{
		"networkvolumes", "network-volumes", "networkVolumes", "NetworkVolume", "NetworkVolumes",
	}
	containerRegistryAuths = collection{
		"containerregistryauth", "registries", "registries", "ContainerRegistryAuth", "ContainerRegistryAuths",
	}
)

// ListOf implements rest.Interface. A report has no list of objects, so the list of its kind stands for it; the list of
// pods stands for the catalogue, which has no kind.
func (version2) ListOf(r transport.Request) (list transport.Request, isList bool) {
	first := r.Path[0]
	if first == billingPath && len(r.Path) > 1 {
		first = r.Path[1]
	}
	for _, of := range []collection{templates, endpoints, networkVolumes, containerRegistryAuths, pods} {
		if of.path == first {
			return of.list(), r.Method == http.MethodGet && len(r.Path) == 1
		}
	}
	return pods.list(), false
}

func (c collection) list() transport.Request {
	return transport.Request{Operation: "List" + c.many, Method: http.MethodGet, Path: []string{c.path}}
}

// IsOwnError implements rest.Interface (contract-v2 1.2): a problem with title, status and detail.
func (version2) IsOwnError(status int, body []byte) bool {
	var own struct {
		Title  *string `json:"title"`
		Status *int    `json:"status"`
		Detail *string `json:"detail"`
	}
	return json.Unmarshal(body, &own) == nil && own.Title != nil && own.Detail != nil && own.Status != nil &&
		*own.Status == status
}

// anything matches every message: the status alone decides.
var anything = regexp.MustCompile(``)

// meanings are the meanings of the words in errors (contract-v2 1.2, 1.3, 4 to 8).
var meanings = []transport.Meaning{
	{Status: http.StatusPaymentRequired, Message: anything, Kind: transport.KindBalance},
	{Status: http.StatusRequestEntityTooLarge, Message: anything, Kind: transport.KindTooLarge},
	{Message: regexp.MustCompile(`(?i)name must be unique`), Kind: transport.KindNameTaken},
	{Message: regexp.MustCompile(`(?i)must remove this network volume|\bin use\b`), Kind: transport.KindInUse},
	{Message: regexp.MustCompile(`(?i)no instances|instances available|not have the resources`),
		Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)not enough free gpus|could not find any pods`), Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)no longer offered`), Kind: transport.KindNotOffered},
	{Message: regexp.MustCompile(`(?i)\bquota\b`), Kind: transport.KindQuota, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\bbalance\b`), Kind: transport.KindBalance, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\blocked\b`), Kind: transport.KindLocked, IsOfAccount: true},
}

// Meanings implements rest.Interface.
func (version2) Meanings() []transport.Meaning { return meanings }
