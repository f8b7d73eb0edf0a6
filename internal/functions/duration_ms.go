package functions

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

// DurationMs is duration_ms: "2h30m" → 9000000, in the syntax of Go. The service counts in whole milliseconds from 0,
// so a negative duration, a fraction of a millisecond and one that no 64 bits hold are errors. Null and unknown never
// get here.
type DurationMs struct{}

var _ function.Function = (*DurationMs)(nil)

// NewDurationMs returns the function.
func NewDurationMs() function.Function { return &DurationMs{} }

// Metadata implements function.Function.
func (f *DurationMs) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "duration_ms"
}

// Definition implements function.Function.
func (f *DurationMs) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Converts a duration to milliseconds",
		MarkdownDescription: "Converts a duration such as `\"2h30m\"` to milliseconds, for arguments such as " +
			"`execution_timeout_ms` of endpoints. A negative duration, and one that is not a whole number of milliseconds, " +
			"are errors.",
		Parameters: []function.Parameter{function.StringParameter{
			Name: "duration",
			MarkdownDescription: "Duration as numbers with a unit each: `h`, `m`, `s` or `ms`, as in `1h30m`, `1.5h`, `45s` " +
				"or `250ms`. It has no unit for days: use `24h`. At most 292 years.",
		}},
		Return: function.Int64Return{},
	}
}

// Run counts the milliseconds.
func (f *DurationMs) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	milliseconds, problem := durationMs(text)
	if problem != "" {
		resp.Error = function.NewArgumentFuncError(0, fmt.Sprintf("duration must be %s; got %q", problem, text))
		return
	}
	resp.Error = resp.Result.Set(ctx, milliseconds)
}

// aDuration has the syntax of one, whatever its size: the library does not say which of the two is wrong.
var aDuration = regexp.MustCompile(`^[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$`)

// durationMs returns a duration in milliseconds, or the problem with the text, in words that complete an error.
func durationMs(text string) (milliseconds int64, problem string) {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil && aDuration.MatchString(text) && !strings.HasPrefix(text, "-"):
		return 0, "shorter: at most 292 years, which is 2562047h"
	case err != nil && !aDuration.MatchString(text):
		return 0, "numbers with a unit each, h, m, s or ms, such as 2h30m or 250ms"
	case err != nil, d < 0:
		return 0, "zero or more, not negative"
	case d%time.Millisecond != 0:
		return 0, "a whole number of milliseconds"
	}
	return d.Milliseconds(), ""
}
