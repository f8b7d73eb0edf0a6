package prose

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

// Schema returns the descriptions of the provider's schema.
func Schema(ctx context.Context) ([]Text, error) {
	server := providerserver.NewProtocol6(provider.New("test")())()
	answer, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	var all any
	err = json.Unmarshal(text, &all)
	return descriptions("", all), err
}

// described are the members that users read.
var described = []string{"Description", "Summary", "DeprecationMessage"}

// descriptions returns the texts below a member of a schema.
func descriptions(where string, member any) (texts []Text) {
	switch m := member.(type) {
	case []any:
		for _, element := range m {
			texts = append(texts, descriptions(where, element)...)
		}
	case map[string]any:
		if name, ok := m["Name"].(string); ok {
			where += "." + name
		}
		for name, below := range m {
			if text, ok := below.(string); ok && text != "" && slices.Contains(described, name) {
				texts = append(texts, Text{where, text})
			}
			texts = append(texts, descriptions(where+"."+name, below)...)
		}
	}
	return texts
}
