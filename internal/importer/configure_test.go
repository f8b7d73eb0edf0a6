package importer

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// edited is a provider whose plans are edited.
type edited struct {
	pluginserver.Server
	edit func(*tfprotov6.PlanResourceChangeResponse)
}

func (e edited) PlanResourceChange(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	response, err := e.Server.PlanResourceChange(ctx, q)
	e.edit(response)
	return response, err
}

// An object whose import would change or replace it has no configuration.
func TestConfigure_plansAChange(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.Put(emulator.KindTemplates, "t1", map[string]any{"name": "web", "imageName": "i:1"})
	r := &run{Options: Options{Version: "test", Progress: io.Discard, Tune: []func(*client.Config){w.Service.Tune},
		Arguments: map[string]cty.Value{"rest_url": cty.StringVal(w.ManagementURL()), "api_key": cty.StringVal(w.APIKey())}}}
	var err error
	if r.session, err = open(t.Context(), r.Options); err != nil {
		t.Fatal(err)
	}
	if err := r.read(t.Context(), templates); err != nil || len(r.found) != 1 {
		t.Fatal(err)
	}
	server, template := r.session.Server, r.found[0]
	schema := r.session.schemas.ResourceSchemas[templates.typeName()]
	for want, edit := range map[string]func(*tfprotov6.PlanResourceChangeResponse){
		"": func(*tfprotov6.PlanResourceChangeResponse) {},
		"it replaces the object": func(response *tfprotov6.PlanResourceChangeResponse) {
			response.RequiresReplace = []*tftypes.AttributePath{tftypes.NewAttributePath().WithAttributeName("name")}
		},
		"it changes image_name, readme": func(response *tfprotov6.PlanResourceChangeResponse) {
			planned, err := core.Decode(schema, response.PlannedState)
			if err != nil {
				t.Fatal(err)
			}
			members := planned.AsValueMap()
			members["image_name"], members["readme"] = cty.StringVal("i:2"), cty.UnknownVal(cty.String)
			if _, response.PlannedState, err = object(schema, members); err != nil {
				t.Fatal(err)
			}
		},
	} {
		template.config, r.session.Server = nil, edited{server, edit}
		err := r.configure(t.Context(), template)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) ||
			(template.config == nil) != (err != nil) {
			t.Errorf("%q: %v, %v", want, err, template.config)
		}
	}
}
