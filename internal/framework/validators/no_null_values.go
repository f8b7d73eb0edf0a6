package validators

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// NoNullValues refuses null as the value of a key, and names the key. Keys are no secrets, in a map of secret values
// either.
func NoNullValues() validator.Map { return noNullValues{} }

type noNullValues struct{}

func (noNullValues) Description(context.Context) string { return "must have no null values" }

func (v noNullValues) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (noNullValues) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	elements := req.ConfigValue.Elements()
	for _, key := range slices.Sorted(maps.Keys(elements)) {
		if elements[key].IsNull() {
			resp.Diagnostics.AddAttributeError(req.Path, "Null value in map", fmt.Sprintf(
				"%s has the key %q with the value null.\n\nNext: remove the key, or set a value. An empty value is \"\".",
				req.Path, key))
		}
	}
}
