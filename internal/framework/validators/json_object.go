package validators

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// JSONObject wants the text of a JSON object, such as jsonencode makes of one. It does not quote what it got: that can
// be a secret.
func JSONObject() validator.String { return jsonObject{} }

type jsonObject struct{}

func (jsonObject) Description(context.Context) string {
	return `must be a JSON object, such as jsonencode({ prompt = "…" }) returns`
}

func (v jsonObject) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v jsonObject) ValidateString(ctx context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if got := notAnObject(req.ConfigValue.ValueString()); got != "" {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid JSON object",
			fmt.Sprintf("%s %s; got %s.", req.Path, v.Description(ctx), got)+
				forNone(ctx, req.Config, req.Path, req.ConfigValue.ValueString()))
	}
}

// notAnObject says what a text is if it is no JSON object.
func notAnObject(text string) string {
	var value json.RawMessage
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return "a text that is not JSON: " + err.Error()
	}
	switch bytes.TrimSpace(value)[0] {
	case '{':
		return ""
	case '[':
		return "a JSON array"
	case '"':
		return "a JSON string"
	case 't', 'f':
		return "a JSON boolean"
	case 'n':
		return "JSON null"
	default:
		return "a JSON number"
	}
}
