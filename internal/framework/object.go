package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Object is an object as a message names it. Name is empty for a kind without names, such as a job, and ID if the
// provider does not know it.
type Object struct{ Entity, Name, ID string }

// Identified has the attributes of a model that name its object. Embed it.
type Identified struct {
	ID   types.String `tfsdk:"id"`
	Name types.String `tfsdk:"name"`
}

// Object returns how a message names the object.
func (i Identified) Object(entity string) Object {
	return Object{entity, i.Name.ValueString(), i.ID.ValueString()}
}

// maxNameInSummary is the number of characters of a name that a summary has.
const maxNameInSummary = 24

// About ends the summary of a warning about one object with that object: a CLI folds warnings of equal summaries into
// one, and so hides the objects of the others.
func (o Object) About(text string) string { return text + ": " + o.InSummary() }

// InSummary does what String does, and cuts a long name. The ID is always whole.
func (o Object) InSummary() string {
	if name := []rune(o.Name); len(name) > maxNameInSummary {
		o.Name = string(name[:maxNameInSummary-1]) + "…"
	}
	return o.String()
}

// String returns the kind, the name and the ID: pod "web" (x7y8z9).
func (o Object) String() string {
	switch {
	case o.Name == "" && o.ID == "":
		return o.Entity
	case o.Name == "":
		return o.Entity + " " + o.ID
	case o.ID == "":
		return fmt.Sprintf("%s %q", o.Entity, o.Name)
	default:
		return fmt.Sprintf("%s %q (%s)", o.Entity, o.Name, o.ID)
	}
}

// ObjectOf returns the object of a state, as far as the state can be read.
func ObjectOf(entity string, state tfsdk.State) Object {
	attributes := map[string]tftypes.Value{}
	_ = state.Raw.As(&attributes) // An attribute that cannot be read is not named.
	text := func(name string) (value string) {
		_ = attributes[name].As(&value)
		return value
	}
	return Object{entity, text("name"), text("id")}
}
