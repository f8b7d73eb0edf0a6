package pluginserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A panic in an RPC is its error: the process, and what other RPCs have under way, goes on. What is printed of it says
// where it was, and has no value in it.
func TestCall_panics(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-PLANTED"
	var nothing map[string]string
	for name, test := range map[string]struct {
		panics func(secret string)
		says   string
	}{
		"a text":           {func(s string) { panic("no such value: " + s) }, "a value of the type string"},
		"an error":         {func(s string) { panic(errors.New(s)) }, "a value of the type *errors.errorString"},
		"a value":          {func(s string) { panic(struct{ password string }{s}) }, "a value of the type struct"},
		"one of Go":        {func(s string) { nothing[s] = s }, "assignment to entry in nil map"},
		"one of Go, in it": {func(s string) { _ = []int{}[len(s)] }, "index out of range [15] with length 0"},
		"a wrapped one":    {func(s string) { panicsWrapped(s) }, "integer divide by zero"},
		"nil":              {func(string) { panic(nil) }, "panic called with nil argument"},
	} {
		got, err := call(t.Context(), secret, func(_ context.Context, request string) (string, error) {
			test.panics(request)
			return "an answer", nil
		})
		if err == nil || got != "" || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), secret) ||
			!strings.Contains(err.Error(), "panic_test.go") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func panicsWrapped(text string) {
	defer func() {
		if cause, ok := recover().(error); ok {
			panic(fmt.Errorf("%s: %w", text, cause))
		}
	}()
	var none int
	_ = len(text) / none
}
