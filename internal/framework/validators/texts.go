package validators

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// invalidValue is the summary of the errors about a range, a length and a choice.
const invalidValue = "Invalid value"

// OneOf wants one of the values.
func OneOf(values ...string) validator.String { return oneOf(values) }

// oneOf are the values. The message of the framework's own check is a list in Go's notation.
type oneOf []string

func (v oneOf) Description(context.Context) string {
	quoted := make([]string, len(v))
	for i, value := range v {
		quoted[i] = strconv.Quote(value)
	}
	last := len(quoted) - 1
	if last == 0 {
		return "must be " + quoted[0]
	}
	return "must be " + strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

func (v oneOf) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v oneOf) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if value := req.ConfigValue.ValueString(); !slices.Contains(v, value) {
		resp.Diagnostics.AddAttributeError(req.Path, invalidValue,
			fmt.Sprintf("%s %s; got %q.", subject(req.Path), v.Description(ctx), value)+
				forNone(ctx, req.Config, req.Path, value))
	}
}

// Former wraps a choice. It says of a value that configurations written for other providers have why it is none here.
func Former(value, why string, choice validator.String) validator.String {
	return former{choice, value, why}
}

type former struct {
	validator.String
	value, why string
}

func (v former) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.ValueString() != v.value {
		v.String.ValidateString(ctx, req, resp)
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, invalidValue,
		fmt.Sprintf("%s %s; got %q. %s", subject(req.Path), v.Description(ctx), v.value, v.why))
}

// Matches wants a text that a pattern matches. wanted completes the sentence "it must …".
func Matches(pattern *regexp.Regexp, wanted string) validator.String { return matches{pattern, wanted} }

type matches struct {
	pattern *regexp.Regexp
	wanted  string
}

func (v matches) Description(context.Context) string { return "must " + v.wanted }

func (v matches) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v matches) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if value := req.ConfigValue.ValueString(); !v.pattern.MatchString(value) {
		resp.Diagnostics.AddAttributeError(req.Path, invalidValue,
			fmt.Sprintf("%s %s; got %q.", subject(req.Path), v.Description(ctx), value)+
				forNone(ctx, req.Config, req.Path, value))
	}
}

// NotEmpty wants a text of at least one character.
func NotEmpty() validator.String { return length{} }

// NotLongerThan wants a text of at least one character and at most the given number.
func NotLongerThan(most int) validator.String { return length{most} }

// length is the largest number of characters; 0 for any. The contract counts characters, not bytes.
type length struct{ most int }

func (v length) Description(context.Context) string {
	if v.most == 0 {
		return "must not be empty"
	}
	return fmt.Sprintf("must have from 1 to %d characters", v.most)
}

func (v length) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v length) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	detail := fmt.Sprintf("%s %s", subject(req.Path), v.Description(ctx))
	none := forNone(ctx, req.Config, req.Path, req.ConfigValue.ValueString())
	switch n := utf8.RuneCountInString(req.ConfigValue.ValueString()); {
	case v.most == 0 && n == 0:
		resp.Diagnostics.AddAttributeError(req.Path, invalidValue, detail+"."+none)
	case v.most > 0 && (n == 0 || n > v.most):
		resp.Diagnostics.AddAttributeError(req.Path, invalidValue, fmt.Sprintf("%s; it has %d.", detail, n)+none)
	}
}
