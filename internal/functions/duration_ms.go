package functions

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/function"
)

// NewDurationMs returns duration_ms: "2h30m" → 9000000, in the syntax of Go. The service counts in whole milliseconds
// from 0, so a negative duration, a fraction of a millisecond and one that no 64 bits hold are errors. Null and unknown
// never get here.
func NewDurationMs() function.Function {
	return declared{name: "duration_ms", run: runDurationMs, definition: function.Definition{
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
	}}
}

// aDuration has the syntax of one, whatever its size: the library does not say which of the two is wrong.
var aDuration = regexp.MustCompile(`^[-+]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+$`)

func runDurationMs(ctx context.Context, arguments function.ArgumentsData) (any, *function.FuncError) {
	var text, problem string
	if err := arguments.Get(ctx, &text); err != nil {
		return nil, err
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil && aDuration.MatchString(text) && !strings.HasPrefix(text, "-"):
		problem = "shorter: at most 292 years, which is 2562047h"
	case err != nil && !aDuration.MatchString(text):
		problem = "numbers with a unit each, h, m, s or ms, such as 2h30m or 250ms"
	case err != nil, d < 0:
		problem = "zero or more, not negative"
	case d%time.Millisecond != 0:
		problem = "a whole number of milliseconds"
	default:
		return d.Milliseconds(), nil
	}
	return nil, function.NewArgumentFuncError(0, fmt.Sprintf("duration must be %s; got %q", problem, text))
}
