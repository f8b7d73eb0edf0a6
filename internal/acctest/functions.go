package acctest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// UnknownArgument is a string that the CLI does not know yet.
const UnknownArgument = "\x00unknown"

// Call calls a function with strings, as the CLI does. The CLI itself handles null arguments, and unknown ones of a
// parameter that does not allow them. Call returns the result, or nil and the error.
func (p *Process) Call(name string, arguments ...string) (*tftypes.Value, *tfprotov6.FunctionError) {
	function := named(p, "function", p.Schemas.Functions, name)
	request := &tfprotov6.CallFunctionRequest{Name: name}
	for i, text := range arguments {
		argument := tftypes.NewValue(tftypes.String, text)
		if text == UnknownArgument {
			argument = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
			if !function.Parameters[i].AllowUnknownValues {
				result := tftypes.NewValue(function.Return.Type, tftypes.UnknownValue)
				return &result, nil
			}
		}
		value, err := tfprotov6.NewDynamicValue(tftypes.String, argument)
		p.t.Check(err)
		request.Arguments = append(request.Arguments, &value)
	}
	response, err := p.server.CallFunction(p.ctx, request)
	p.t.Check(err)
	if response.Error != nil {
		return nil, response.Error
	}
	result, err := response.Result.Unmarshal(function.Return.Type)
	p.t.Check(err)
	return &result, nil
}
