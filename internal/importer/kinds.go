package importer

// kind is a kind of objects that the program writes, as the names of types and files have it.
type kind string

const (
	credentials kind = "container_registry_auth"
	endpoints   kind = "endpoint"
	volumes     kind = "network_volume"
	pods        kind = "pod"
	templates   kind = "template"
)

// kinds are all kinds, in the order in which their plans are made. Templates are last: the plan of a template that
// changes would have the plans of its endpoints change too.
var kinds = []kind{endpoints, pods, volumes, credentials, templates}

// typeName returns the type of the kind's resources.
func (k kind) typeName() string { return "podfleet_" + string(k) }

// plural returns the value of --only, which is the name of the file without its ending.
func (k kind) plural() string { return string(k) + "s" }

// Kinds returns the names of all kinds.
func Kinds() (names []string) {
	for _, k := range kinds {
		names = append(names, k.plural())
	}
	return names
}

// references are the attributes that have the ID of an object, or several IDs, with the kind of the object.
var references = map[string]kind{
	templateID:                   templates,
	"network_volume_id":          volumes,
	"network_volume_ids":         volumes,
	"container_registry_auth_id": credentials,
}
