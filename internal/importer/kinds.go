package importer

import (
	"fmt"
	"slices"
)

// kind is a kind of objects that the reader writes.
type kind struct {
	// name is the value of --only, and the name of the file without its ending.
	name     string
	typeName string
	// noun is the kind in messages.
	noun string
	// credentials says that the API returns no secret of the kind, so the configuration needs input variables.
	credentials bool
	// variables says that objects of the kind can have environment variables.
	variables bool
	// adopts are the attributes that the API does not return although a configuration needs them: the first plan adopts
	// them in place and sends nothing.
	adopts []string
}

// count returns a number of objects of the kind, with its noun.
func (k kind) count(n int) string {
	one, several := k.noun, k.noun+"s"
	if k.credentials {
		one, several = "set of "+k.noun, "sets of "+k.noun
	}
	return fmt.Sprintf("%d %s", n, numbered(n, one, several))
}

// The types that others refer to.
const (
	templateType    = "podfleet_template"
	volumeType      = "podfleet_network_volume"
	credentialsType = "podfleet_container_registry_auth"
)

// kinds are all kinds, in the order in which their plans are made. Templates are last: the plan of a template that
// changes would have the plans of its endpoints change too.
var kinds = []kind{
	{name: "endpoints", typeName: "podfleet_endpoint", noun: "endpoint", variables: true, adopts: []string{templateID}},
	{name: "pods", typeName: "podfleet_pod", noun: "pod", variables: true},
	{name: "network_volumes", typeName: volumeType, noun: "network volume"},
	{name: "container_registry_auths", typeName: credentialsType, noun: "registry credentials", credentials: true,
		adopts: []string{"username", "password", "password_wo_version"}},
	{name: "templates", typeName: templateType, noun: "template", variables: true},
}

const templateID = "template_id"

// references are the attributes that have the ID of an object, or a set or list of IDs, with the type of the object.
var references = map[string]string{
	templateID:                   templateType,
	"network_volume_id":          volumeType,
	"network_volume_ids":         volumeType,
	"container_registry_auth_id": credentialsType,
}

// Kinds returns the names of all kinds, sorted.
func Kinds() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	slices.Sort(names)
	return names
}
