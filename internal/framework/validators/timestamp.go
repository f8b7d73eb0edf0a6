package validators

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Timestamp wants a full RFC 3339 time: date, time and zone (contract 2.7).
func Timestamp() validator.String { return timestamp{} }

type timestamp struct{}

func (timestamp) Description(context.Context) string {
	return "must be an RFC 3339 time with date, time and zone, such as 2026-01-31T00:00:00Z"
}

func (v timestamp) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v timestamp) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueString()
	if _, ok := ParseTimestamp(value); !ok {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid time",
			fmt.Sprintf("%s %s; got %q.", req.Path, v.Description(ctx), value)+
				forNone(ctx, req.Config, req.Path, value))
	}
}

// fullTime is the form of RFC 3339. The library reads hours of one digit, and a comma before the fraction, too.
var fullTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$`)

// ParseTimestamp reads a full RFC 3339 time. Only if ok was it one.
func ParseTimestamp(value string) (at time.Time, ok bool) {
	at, err := time.Parse(time.RFC3339, value)
	return at, err == nil && fullTime.MatchString(value)
}
