package lookups

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// The attributes of data sources that find the objects that use one.
const (
	includeUsedBy   = "include_used_by"
	usedByAttribute = "used_by"
)

// Users finds the objects that use an object, for a data source.
type Users struct {
	// Of returns the objects of the kind, which find the users.
	Of func(c *client.Client) client.UsedBy
	// Templates says that templates use the kind too.
	Templates bool
	// Note says more about the users, in sentences of the documentation. Empty: nothing.
	Note string
	// Version says how the versions have them.
	Version framework.ByVersion
}

// usedByTypes are the types of the members of used_by: the IDs by the kind of user.
var usedByTypes = map[string]attr.Type{
	client.UserEndpoint + "s": types.SetType{ElemType: types.StringType},
	client.UserPod + "s":      types.SetType{ElemType: types.StringType},
	client.UserTemplate + "s": types.SetType{ElemType: types.StringType},
}

// attributes returns the argument and the attribute. entity is the name of the object.
func (u Users) attributes(entity string) map[string]schema.Attribute {
	kinds, lists := "endpoints and pods", "one list of endpoints and one of pods"
	if u.Templates {
		kinds, lists = "endpoints, pods and templates", "one list of endpoints, one of pods and one of templates"
	}
	ids := func(means string) resource.Attribute { return attribute.Computed.Set(means) }
	templates := "IDs of the templates. Always `[]`: no template uses such an object."
	if u.Templates {
		templates = "IDs of the templates. `[]` if no template uses the object."
	}
	return attribute.Attributes{
		includeUsedBy: attribute.Optional.Bool("Whether to set `used_by`. It costs " + lists + " for all data sources of a " +
			"run together, and nothing if the run has listed them already. Default: `false`."),
		usedByAttribute: attribute.Computed.Object(strings.TrimSpace("IDs of the account's "+kinds+" that use the "+entity+
			", by kind. A worker counts as its endpoint. Null without `include_used_by = true`, and, with a warning, if the "+
			"API key may not list these objects. "+u.Note), attribute.Attributes{
			"endpoints": ids("IDs of the endpoints. `[]` if no endpoint uses the object."),
			"pods":      ids("IDs of the pods. `[]` if no pod uses the object."),
			"templates": ids(templates),
		}),
	}.OfDataSource()
}

// find returns used_by of an object. If the API key may not list its users, it is null, and the first data source of a
// run has a warning.
func (u Users) find(
	ctx context.Context, base framework.DataSourceBase, entity, id string, diags *diag.Diagnostics,
) types.Object {
	null := types.ObjectNull(usedByTypes)
	used, shown, err := u.Of(base.Client).UsedBy(ctx, id)
	var refused *transport.Error
	switch {
	case errors.As(err, &refused) && refused.Kind == transport.KindUnauthorized:
		base.Run.WarnFirst(path.Root(usedByAttribute), "Cannot list users of objects: not permitted",
			fmt.Sprintf("The API key may not list the objects that use the %s %s, so used_by is null. The same holds for the "+
				"other data sources of this run with include_used_by = true.\n\n%s\n\nNext: remove include_used_by, or use an "+
				"API key that can list endpoints, pods and templates.", entity, id, err), diags)
		return null
	case err != nil:
		framework.Failure{Verb: "list users of", Entity: entity, Name: id, Err: err}.AddTo(diags)
		return null
	case !shown:
		return null
	}
	ids := map[string][]string{}
	for _, user := range used {
		ids[user.Kind+"s"] = append(ids[user.Kind+"s"], user.ID)
	}
	members := map[string]attr.Value{}
	for kind := range usedByTypes {
		members[kind] = framework.SetOf(ids[kind]...)
	}
	return types.ObjectValueMust(usedByTypes, members)
}
