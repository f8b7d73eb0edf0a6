package pluginserver

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// differs returns the error that a short answer is not the framework's. It names no value: one can be secret.
func differs(rpc, typeName, difference string) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityError,
		Summary:  "A short answer differs from the framework's",
		Detail: fmt.Sprintf("The provider built the %s of a %s without the framework, and the framework's result differs: "+
			"%s. This is a bug in the provider.\n\n"+
			"Next: report it, and set %s=false in the environment until it is corrected.", rpc, typeName, difference, Variable),
	}
}

// differentUpgrade describes the difference between two answers; empty if they are equal.
func differentUpgrade(of *kind, short, long *tfprotov6.UpgradeResourceStateResponse) string {
	if len(long.Diagnostics) > 0 {
		return "it says " + long.Diagnostics[0].Summary
	}
	return differentValue("state", of.state, short.UpgradedState, long.UpgradedState)
}

// differentRead does the same as differentUpgrade, for a refresh.
func differentRead(of *kind, short, long *tfprotov6.ReadResourceResponse) string {
	switch {
	case len(long.Diagnostics) > 0:
		return "it says " + long.Diagnostics[0].Summary
	case long.Deferred != nil:
		return "it defers"
	case !bytes.Equal(short.Private, long.Private):
		return "the private state differs"
	case of == nil:
		return "the type is not known"
	}
	if difference := differentValue("state", of.state, short.NewState, long.NewState); difference != "" {
		return difference
	}
	return differentIdentity(short.NewIdentity, long.NewIdentity)
}

// differentIdentity compares as encoded: identities are texts, sorted by name.
func differentIdentity(short, long *tfprotov6.ResourceIdentityData) string {
	if short == nil && long == nil {
		return ""
	}
	if short == nil || long == nil || !bytes.Equal(short.IdentityData.MsgPack, long.IdentityData.MsgPack) {
		return "the identity differs"
	}
	return ""
}

// differentValue describes the difference between two values of a type. An answer can be in MessagePack or in JSON.
func differentValue(what string, of tftypes.Type, short, long *tfprotov6.DynamicValue) string {
	if short == nil && long == nil {
		return ""
	}
	if short == nil || long == nil {
		return "only one has a " + what
	}
	a, err := short.Unmarshal(of)
	if err != nil {
		return "the short " + what + " cannot be read"
	}
	b, err := long.Unmarshal(of)
	if err != nil {
		return "the long " + what + " cannot be read"
	}
	a, errA := tftypes.Transform(a, sortSet)
	b, errB := tftypes.Transform(b, sortSet)
	different, err := a.Diff(b)
	switch {
	case errA != nil || errB != nil || err != nil:
		return "the " + what + " cannot be compared"
	case len(different) > 0:
		return fmt.Sprintf("the %s has another %s", what, different[0].Path)
	default:
		return ""
	}
}

// sortSet gives sets one order, each element once: to the CLI they have none.
func sortSet(_ *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
	if !value.Type().Is(tftypes.Set{}) || !value.IsKnown() || value.IsNull() {
		return value, nil
	}
	var elements []tftypes.Value
	if err := value.As(&elements); err != nil {
		return value, err
	}
	slices.SortFunc(elements, func(a, b tftypes.Value) int { return strings.Compare(a.String(), b.String()) })
	return tftypes.NewValue(value.Type(), slices.CompactFunc(elements, tftypes.Value.Equal)), nil
}
