package framework

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Durations are the default timeouts of a resource. A zero one has none to set: the resource does not have that
// operation.
type Durations struct{ Create, Read, Update, Delete time.Duration }

// Block returns the timeouts block that overrides the defaults. A timeout in which nothing can be done is refused in
// the plan: found in the apply, a replacement would have deleted the old object by then.
func (d Durations) Block(context.Context) schema.Block {
	all := attribute.Attributes{}
	for operation, limit := range map[string]time.Duration{
		"a create": d.Create, "a read": d.Read, "an update": d.Update, "a delete": d.Delete,
	} {
		if _, name, _ := strings.Cut(operation, " "); limit != 0 {
			all[name] = timeout(operation, limit)
		}
	}
	return schema.SingleNestedBlock{Attributes: all,
		CustomType: timeouts.Type{ObjectType: types.ObjectType{AttrTypes: all.Types()}}}
}

// timeout returns an attribute of a timeouts block. The library's own takes any duration.
func timeout(operation string, limit time.Duration) schema.Attribute {
	return schema.StringAttribute{Optional: true, Validators: []validator.String{validators.Duration()},
		Description: fmt.Sprintf("Time limit for %s, including retries and waits, as a duration such as `90s` or `10m`. "+
			"Default: `%s`.", operation, short(limit))}
}

// short writes 5m0s as 5m, as people do.
func short(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}
