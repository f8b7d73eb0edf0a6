package validators

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// The service accepts texts that Linux cannot pass to a process. A container with one of them never starts, and is
// billed. Messages do not quote the texts: they can be secrets.

// maxText is the length in bytes of the longest text that Linux passes to a process (MAX_ARG_STRLEN, without its end):
// a word of the command, or a variable as NAME=value.
const maxText = 131071

// CommandWords checks a command: its words, and that it has one.
func CommandWords() validator.List { return commandWords{} }

type commandWords struct{}

func (commandWords) Description(context.Context) string {
	return "must be words that a process can get"
}

func (v commandWords) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (commandWords) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	elements := req.ConfigValue.Elements()
	isBlank := len(elements) > 0
	for i, element := range elements {
		text, known := knownText(element)
		isBlank = isBlank && known && text == ""
		checkText(req.Path.AtListIndex(i), text, len(text), &resp.Diagnostics)
	}
	if isBlank {
		resp.Diagnostics.AddAttributeWarning(req.Path, "Command of empty words", fmt.Sprintf(
			"%s has only empty words, as split(\" \", \"\") returns. It replaces the image's own, so the container starts "+
				"nothing and is still billed.\n\nNext: set [] to keep the image's own.", req.Path))
	}
}

// VariableValues checks the values of environment variables.
func VariableValues() validator.Map { return variableValues{} }

type variableValues struct{}

func (variableValues) Description(context.Context) string {
	return "must be values that a process can get"
}

func (v variableValues) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (variableValues) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	elements := req.ConfigValue.Elements()
	for _, key := range slices.Sorted(maps.Keys(elements)) {
		text, _ := knownText(elements[key])
		checkText(req.Path.AtMapKey(key), text, len(key+"="+text), &resp.Diagnostics)
	}
}

func knownText(element attr.Value) (text string, known bool) {
	value, ok := element.(basetypes.StringValue)
	return value.ValueString(), ok && !value.IsNull() && !value.IsUnknown()
}

// checkText checks one text; length is that of the text that the process gets.
func checkText(at path.Path, text string, length int, diags *diag.Diagnostics) {
	if strings.ContainsRune(text, 0) {
		diags.AddAttributeError(at, invalidValue, fmt.Sprintf(
			"%s has a NUL character, which ends the text of a variable or of a command's word.\n\nNext: remove it.", at))
	}
	if length > maxText {
		with := ""
		if length > len(text) {
			with = ", with the name of the variable"
		}
		diags.AddAttributeWarning(at, "Text too long for a process", fmt.Sprintf(
			"%s takes %d bytes%s. Linux starts no process with a text of more than %d bytes, so the "+
				"container never starts and is still billed.\n\nNext: put the text in a file, such as one on a volume or in the "+
				"image, or have the container download it.", at, length, with, maxText))
	}
}
