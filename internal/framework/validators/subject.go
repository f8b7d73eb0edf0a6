package validators

import "github.com/hashicorp/terraform-plugin-framework/path"

// subject returns the name of a value at the beginning of a message. The path of an element of a set ends with its
// value, in the notation of the framework: the message has the value at its end.
func subject(at path.Path) string {
	if last, _ := at.Steps().LastStep(); last != nil {
		if _, isElement := last.(path.PathStepElementKeyValue); isElement {
			return "Each value of " + at.ParentPath().String()
		}
	}
	return at.String()
}
