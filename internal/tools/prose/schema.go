package prose

import (
	"context"

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
	var s schema
	s.block("provider", answer.Provider.Block)
	for name, one := range answer.ResourceSchemas {
		s.block(name, one.Block)
	}
	for name, one := range answer.DataSourceSchemas {
		s.block("data."+name, one.Block)
	}
	for name, one := range answer.EphemeralResourceSchemas {
		s.block("ephemeral."+name, one.Block)
	}
	for name, one := range answer.ListResourceSchemas {
		s.block("list."+name, one.Block)
	}
	for name, one := range answer.ActionSchemas {
		s.block("action."+name, one.Schema.Block)
	}
	for name, function := range answer.Functions {
		s.add("function."+name, function.Description)
		s.add("function."+name, function.Summary)
		for _, parameter := range function.Parameters {
			s.add("function."+name+"."+parameter.Name, parameter.Description)
		}
	}
	return s.texts, nil
}

type schema struct{ texts []Text }

func (s *schema) add(where, text string) {
	if text != "" {
		s.texts = append(s.texts, Text{where, text})
	}
}

func (s *schema) block(where string, block *tfprotov6.SchemaBlock) {
	s.add(where, block.Description)
	s.attributes(where, block.Attributes)
	for _, nested := range block.BlockTypes {
		s.block(where+"."+nested.TypeName, nested.Block)
	}
}

func (s *schema) attributes(where string, attributes []*tfprotov6.SchemaAttribute) {
	for _, attribute := range attributes {
		name := where + "." + attribute.Name
		s.add(name, attribute.Description)
		if attribute.NestedType != nil {
			s.attributes(name, attribute.NestedType.Attributes)
		}
	}
}
