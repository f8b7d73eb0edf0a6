package framework

import (
	"fmt"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
)

// lookFor returns the advice to look for an object and to import it, and ends with the words "If not, ". one stands for
// the object, before its name. A data source lists objects only if the API key may list them.
func (e Entity[T]) lookFor(one, name string, mayList bool) string {
	typeName := e.TypeName(TypePrefix)
	if name != "" {
		one += fmt.Sprintf(" with the name %q", name)
	}
	where := fmt.Sprintf("with the data source %ss", typeName)
	if !mayList {
		where = "with an API key that may list them, or in the service's console,"
	}
	return fmt.Sprintf("list the objects %s and look for %s that is new and whose ID is in no state. If it exists, "+
		"import it: `terraform import %s.NAME ID`. If not, ", where, one, typeName)
}

// importCommands returns commands that import objects.
func (e Entity[T]) importCommands(found []creates.FoundObject) string {
	return listWith(found, " or ", func(object creates.FoundObject) string {
		return fmt.Sprintf("`terraform import %s.NAME %s`", e.TypeName(TypePrefix), object.ID)
	})
}

func stateQuery(id string) string { return fmt.Sprintf("`terraform state list -id=%s`", id) }

// listFound lists objects by ID and name, with their creation times, the attributes in which they differ from a
// request, and the identifying ones that the API did not return.
func listFound(found []creates.FoundObject) string {
	return listWith(found, "; ", func(object creates.FoundObject) string {
		text := object.ID
		if object.Name != "" {
			text += fmt.Sprintf(" (%q)", object.Name)
		}
		if object.CreatedAt != "" {
			text += ", created at " + object.CreatedAt
		}
		if len(object.Differences) > 0 {
			text += ", which differs in " + attributesOf(object.Differences)
		}
		if len(object.Missing) > 0 {
			text += ", without " + attributesOf(object.Missing)
		}
		return text
	})
}

// listWith lists what is said of each object, sorted.
func listWith(found []creates.FoundObject, separator string, say func(creates.FoundObject) string) string {
	listed := make([]string, len(found))
	for i, object := range found {
		listed[i] = say(object)
	}
	slices.Sort(listed)
	return atMost(listed, separator)
}
