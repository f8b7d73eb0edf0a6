package acctest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
)

// The calls of core for plan, apply and destroy.

// plan plans as core does: a replacement is planned again as a create, by which the private part of the first plan goes
// on.
func (o *Object) plan(config *blockConfig) (*Plan, []*tfprotov6.Diagnostic) {
	configured, diagnostics := config.evaluate(true)
	if failed(diagnostics) {
		return nil, diagnostics
	}
	prior := o.Instance
	if o.tainted {
		prior = Instance{}
	}
	if diagnostics = o.Process.validate(o.typeName, configured); failed(diagnostics) {
		return nil, diagnostics
	}
	response := o.Process.plan(o.typeName, prior, configured)
	if diagnostics = append(diagnostics, response.Diagnostics...); failed(diagnostics) {
		return nil, diagnostics
	}
	plan := &Plan{config: config, prior: o.Instance, Diagnostics: diagnostics}
	before, planned := o.Process.decode(o.schema, prior.State), o.Process.decode(o.schema, response.PlannedState)
	if !before.IsNull() {
		plan.Replaces = o.changed(response.RequiresReplace, before, planned)
	}
	replacement := Replace
	if config.createBeforeDestroy {
		replacement = CreateBeforeDestroy
	}
	switch {
	case o.tainted && o.Exists():
		plan.Action = replacement
	case before.IsNull():
		plan.Action = Create
	case len(plan.Replaces) > 0:
		plan.Action = replacement
		again := o.Process.plan(o.typeName, Instance{Private: response.PlannedPrivate}, configured)
		if failed(again.Diagnostics) {
			return nil, append(diagnostics, again.Diagnostics...)
		}
		response, planned = again, o.Process.decode(o.schema, again.PlannedState)
	case before.RawEquals(planned):
		plan.Action = NoOp
	default:
		plan.Action = Update
	}
	plan.planned = plannedInstance(response)
	plan.Attributes = Attributes{t: o.Process.t, value: planned}
	return plan, diagnostics
}

// changed returns the paths at which the values differ. It always includes write-only attributes: their values are not
// in the states.
func (o *Object) changed(paths []*tftypes.AttributePath, before, planned cty.Value) []string {
	var names []string
	for _, path := range paths {
		name, ok := path.Steps()[0].(tftypes.AttributeName)
		if !ok {
			o.Process.t.Fatalf("an object is replaced for %s, which is no attribute", path)
		}
		if o.isWriteOnly(string(name)) || !before.GetAttr(string(name)).RawEquals(planned.GetAttr(string(name))) {
			names = append(names, string(name))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// TryPlan plans a configuration without a refresh, as the process of `terraform apply` does before it changes the
// object. It returns no plan if that fails.
func (o *Object) TryPlan(config string) (*Plan, []*tfprotov6.Diagnostic) {
	return o.plan(o.parse(config))
}

// Contradictions returns what core says if a later plan of the same configuration does not keep the known values of
// this one, or has another action. Terraform shows this as a bug of the provider.
func (p *Plan) Contradictions(final *Plan) []error {
	errs := completionErrors(p.value, final.value)
	if p.Action != final.Action {
		errs = append(errs, fmt.Errorf("the plan was %q, and is %q", p.Action, final.Action))
	}
	return errs
}

func (o *Object) isWriteOnly(name string) bool {
	return slices.ContainsFunc(o.schema.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool {
		return a.Name == name && a.WriteOnly
	})
}

func (o *Object) mustBe(plan *Plan, want Action) {
	if plan.Action == want {
		return
	}
	o.Process.t.Fatalf("the plan is %q, want %q; it replaces for %v and changes%s", plan.Action, want, plan.Replaces,
		differences(o.Process.decode(o.schema, plan.prior.State), plan.value))
}

// differences lists the attributes that differ, a line each.
func differences(before, after cty.Value) string {
	if before.IsNull() || after.IsNull() {
		return "\n  " + core.Show(before) + "\nto\n  " + core.Show(after)
	}
	var lines strings.Builder
	for name, was := range before.AsValueMap() {
		if is := after.GetAttr(name); !is.RawEquals(was) {
			fmt.Fprintf(&lines, "\n  %s from %s to %s", name, core.Show(was), core.Show(is))
		}
	}
	return lines.String()
}

// planAndApply returns the warnings of the plan, and the diagnostics of the apply.
func (o *Object) planAndApply(config string, want Action) (warnings, diagnostics []*tfprotov6.Diagnostic) {
	plan := o.Plan(config, want)
	if plan.Action != NoOp {
		diagnostics = o.apply(plan)
	}
	if !failed(diagnostics) {
		o.applied = config
	}
	return plan.Diagnostics, diagnostics
}

// apply carries a plan out, as core does.
func (o *Object) apply(plan *Plan) []*tfprotov6.Diagnostic {
	switch plan.Action {
	case Replace:
		if diagnostics := o.remove(plan.planned.Private); failed(diagnostics) {
			return diagnostics
		}
		return o.change(plan)
	case CreateBeforeDestroy:
		replaced := *o // It stays in the service until the other one has taken its place.
		o.Instance, o.tainted = Instance{}, false
		diagnostics := o.change(plan)
		switch {
		case !o.Exists():
			o.Instance, o.tainted = replaced.Instance, replaced.tainted
		case !failed(diagnostics):
			diagnostics = append(diagnostics, replaced.remove(plan.planned.Private)...)
		}
		return diagnostics
	default:
		return o.change(plan)
	}
}

// change creates or updates the object. By now the unknown values are known, so it plans once more, and values that
// were known must not change by that.
func (o *Object) change(plan *Plan) []*tfprotov6.Diagnostic {
	configured, diagnostics := plan.config.evaluate(false)
	if failed(diagnostics) {
		return diagnostics
	}
	if diagnostics = o.Process.validate(o.typeName, configured); failed(diagnostics) {
		return diagnostics
	}
	final := o.Process.plan(o.typeName, o.Instance, configured)
	if failed(final.Diagnostics) {
		return final.Diagnostics
	}
	planned := o.Process.decode(o.schema, final.PlannedState)
	o.Process.accepts("final plan", completionErrors(plan.value, planned))
	result, diagnostics := o.Process.apply(o.typeName, o.Instance, configured, plannedInstance(final))
	switch {
	case o.Process.Attributes(o.typeName, result.State) != nil:
		o.Instance = result
		o.tainted = failed(diagnostics) && plan.Action != Update
	case !failed(diagnostics):
		o.Process.t.Error("core would refuse the result of apply: there is no object")
	}
	return diagnostics
}

// mustPlanNothing fails the test unless another plan after an apply is empty.
func (o *Object) mustPlanNothing(config string) {
	applied := o.parse(config)
	o.Process.env.Unobserved(o.Process.t, func() {
		planNothing := func(when string) {
			plan, diagnostics := o.plan(applied)
			o.Process.ok(diagnostics)
			if plan.Action != NoOp {
				o.Process.t.Fatalf("after the apply, and %s a refresh, there is something to %s:%s",
					when, plan.Action, differences(o.state(), plan.value))
			}
		}
		before := o.Instance
		planNothing("before")
		if o.Refresh(); !reflect.DeepEqual(o.Instance, before) { // Else it would be the same plan.
			planNothing("after")
		}
	})
}

// destroy returns the warnings of the plan, and the diagnostics of the apply, or the errors of the plan.
func (o *Object) destroy() (warnings, diagnostics []*tfprotov6.Diagnostic) {
	plan := o.Process.PlanDestroy(o.typeName, o.Instance)
	if failed(plan.Diagnostics) {
		return nil, plan.Diagnostics
	}
	return plan.Diagnostics, o.remove(plan.PlannedPrivate)
}

// remove destroys the object, with the private state of a plan, and keeps the state that is left.
func (o *Object) remove(private []byte) []*tfprotov6.Diagnostic {
	planned := Instance{State: o.Instance.State, Private: private, Identity: o.Instance.Identity}
	left, diagnostics := o.Process.Destroy(o.typeName, planned)
	switch {
	case !failed(diagnostics):
		o.Instance, o.tainted = Instance{}, false
	case o.Process.Attributes(o.typeName, left.State) != nil:
		o.Instance = left
	}
	return diagnostics
}
