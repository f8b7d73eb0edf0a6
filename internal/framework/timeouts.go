package framework

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/resource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Durations are the default timeouts of a resource. A zero one has none to set: the resource does not have that
// operation.
type Durations struct{ Create, Read, Update, Delete time.Duration }

// Block returns the timeouts block that overrides the defaults. A timeout in which nothing can be done is refused in
// the plan: found in the apply, a replacement would have deleted the old object by then.
func (d Durations) Block(ctx context.Context) schema.Block {
	block := timeouts.Block(ctx, timeouts.Opts{
		Create: d.Create != 0, CreateDescription: describeTimeout("a create", d.Create),
		Read: d.Read != 0, ReadDescription: describeTimeout("a read", d.Read),
		Update: d.Update != 0, UpdateDescription: describeTimeout("an update", d.Update),
		Delete: d.Delete != 0, DeleteDescription: describeTimeout("a delete", d.Delete),
	})
	if nested, ok := block.(schema.SingleNestedBlock); ok {
		for name, attribute := range nested.Attributes {
			if text, ok := attribute.(schema.StringAttribute); ok {
				text.Validators = []validator.String{validators.Duration()} // The library's own takes any duration.
				nested.Attributes[name] = text
			}
		}
	}
	return block
}

func describeTimeout(operation string, duration time.Duration) string {
	return fmt.Sprintf("Time limit for %s, including retries and waits, as a duration such as `90s` or `10m`. "+
		"Default: `%s`.", operation, short(duration))
}

// short writes 5m0s as 5m, as people do.
func short(d time.Duration) string {
	if d%time.Minute == 0 {
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return d.String()
}
