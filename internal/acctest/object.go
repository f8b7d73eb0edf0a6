package acctest

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/core"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Object is one resource of a configuration from one command to the next, as a CLI has it, without a CLI. Its methods
// call the provider as core does for `terraform apply`, `plan`, `refresh`, `import` and `destroy`, and keep the state.
//
// Configurations are HCL, one resource block, and may use jsonencode and late(value), which is unknown while planning
// and the value while applying and in later plans of the same text. Of lifecycle only create_before_destroy is
// supported.
//
// A method fails the test unless the command has the documented effect and core accepts every response. The end of the
// test destroys the object, which the service must then have deleted.
type Object struct {
	// Process is the provider. A test that replaces it goes on with another one, as the next command would.
	Process *Process
	// Instance is the state. Its zero value is no object.
	Instance Instance

	typeName string
	schema   *tfprotov6.Schema
	tainted  bool
	applied  string // The configuration that was applied last: what was late in it is known.
}

// Action is the action of a plan for an object.
type Action string

// The actions of a plan.
const (
	NoOp                Action = "no-op"
	Create              Action = "create"
	Update              Action = "update"
	Replace             Action = "destroy before create"
	CreateBeforeDestroy Action = "create before destroy"
)

// Object returns an object of a type that does not exist yet.
func (p *Process) Object(typeName string) *Object {
	o := &Object{Process: p, typeName: typeName, schema: p.Schema(typeName)}
	p.t.Cleanup(func() {
		if p.t.Failed() || !o.Exists() {
			return
		}
		o.Process = o.Process.WithContext(context.WithoutCancel(p.ctx)) // The test's own context has ended.
		o.Destroy()
	})
	return o
}

// Exists reports whether the object is in the state.
func (o *Object) Exists() bool {
	return !o.state().IsNull()
}

// Tainted says whether the next plan replaces the object because its creation failed.
func (o *Object) Tainted() bool { return o.tainted }

// Untaint keeps an object whose creation failed, as `terraform untaint` does.
func (o *Object) Untaint() { o.tainted = false }

// Plan is a plan for an object.
type Plan struct {
	Attributes
	Action Action
	// Replaces are the attributes that the object is replaced for, sorted.
	Replaces []string
	// Diagnostics are warnings.
	Diagnostics []*tfprotov6.Diagnostic

	config  *blockConfig
	prior   Instance
	planned Instance
}

// Plan refreshes the object and plans a configuration, and fails the test unless that is the action.
func (o *Object) Plan(config string, want Action) *Plan {
	o.Refresh()
	plan, diagnostics := o.plan(o.parse(config))
	o.Process.ok(diagnostics)
	o.mustBe(plan, want)
	return plan
}

// ExpectPlanError refreshes the object and plans a configuration, which must fail with an error whose text (see Text)
// matches a pattern. A dot also matches the end of a line.
func (o *Object) ExpectPlanError(config, pattern string) []*tfprotov6.Diagnostic {
	o.Refresh()
	_, diagnostics := o.plan(o.parse(config))
	ExpectError(o.Process.t, diagnostics, pattern)
	return diagnostics
}

// Apply refreshes the object, plans a configuration, fails the test unless that is the action, and applies it. Then
// another plan must be empty, before and after a refresh, and the journal is as if that had not been looked at. It
// returns the warnings of plan and apply.
func (o *Object) Apply(config string, want Action) []*tfprotov6.Diagnostic {
	warnings := o.ApplyWithNonEmptyPlan(config, want)
	o.mustPlanNothing(config)
	return warnings
}

// ApplyWithNonEmptyPlan does the same as Apply without the check of another plan, for a test that expects it not to be
// empty.
func (o *Object) ApplyWithNonEmptyPlan(config string, want Action) []*tfprotov6.Diagnostic {
	warnings, diagnostics := o.planAndApply(config, want)
	o.Process.ok(diagnostics)
	return append(warnings, diagnostics...)
}

// ExpectApplyError refreshes the object and plans a configuration, with this action, which must succeed. Then it
// applies the plan, which must fail with an error whose text matches a pattern. The object has then the state that core
// keeps: tainted, if it is new and exists despite the error.
func (o *Object) ExpectApplyError(config string, want Action, pattern string) []*tfprotov6.Diagnostic {
	_, diagnostics := o.planAndApply(config, want)
	ExpectError(o.Process.t, diagnostics, pattern)
	return diagnostics
}

// Import makes this object of one that the service has, by the id of `terraform import`. It returns the warnings.
func (o *Object) Import(id string) []*tfprotov6.Diagnostic {
	instance, diagnostics := o.Process.Import(o.typeName, id, "")
	if o.Exists() {
		o.Process.t.Fatal("there is an object in the state already")
	}
	o.Process.ok(diagnostics)
	if o.Process.Attributes(o.typeName, instance.State) == nil {
		o.Process.t.Fatal("Cannot import non-existent remote object")
	}
	o.Instance = instance
	return diagnostics
}

// VerifyImport imports the object a second time, by its id, and compares: attributes that an import cannot know are
// left out (NeverReturned), and those that are named here, for which the caller says why.
func (o *Object) VerifyImport(except ...string) {
	ignored := append(o.Process.ignored(o.typeName), except...)
	o.Process.env.Unobserved(o.Process.t, func() {
		instance, diagnostics := o.Process.Import(o.typeName, o.ID(), "")
		o.Process.ok(diagnostics)
		imported := o.Process.decode(o.schema, instance.State)
		if imported.IsNull() {
			o.Process.t.Fatal("Cannot import non-existent remote object")
		}
		for _, attribute := range o.schema.Block.Attributes {
			if slices.Contains(ignored, attribute.Name) {
				continue
			}
			if got, want := imported.GetAttr(attribute.Name), o.state().GetAttr(attribute.Name); !got.RawEquals(want) {
				o.Process.t.Errorf("imported with %s = %s, and it is %s", attribute.Name, core.Show(got), core.Show(want))
			}
		}
	})
}

// Destroy refreshes the object, plans its end and destroys it. The service must then have deleted it, except for jobs,
// which it keeps for a while. It returns the warnings of plan and apply.
func (o *Object) Destroy() []*tfprotov6.Diagnostic {
	if o.Refresh(); !o.Exists() {
		return nil
	}
	kind, id := Kinds[o.typeName], ""
	if kind != "" {
		id = o.ID()
	}
	warnings, diagnostics := o.destroy()
	o.Process.ok(diagnostics)
	if kind != "" {
		for _, object := range o.Process.env.Objects(kind) {
			if object["id"] == id {
				o.Process.t.Errorf("%s %s is destroyed, and the service still has it", o.typeName, id)
			}
		}
	}
	return append(warnings, diagnostics...)
}

// Kinds are the emulator's kinds of the objects that a destroy removes, by the type of the resource.
var Kinds = map[string]string{
	"podfleet_container_registry_auth": emulator.KindContainerRegistryAuths,
	"podfleet_endpoint":                emulator.KindEndpoints,
	"podfleet_network_volume":          emulator.KindNetworkVolumes,
	"podfleet_pod":                     emulator.KindPods,
	"podfleet_template":                emulator.KindTemplates,
}

// ExpectDestroyError refreshes the object and destroys it, which must fail, when it is planned or later, with an error
// whose text matches a pattern.
func (o *Object) ExpectDestroyError(pattern string) []*tfprotov6.Diagnostic {
	o.Refresh()
	_, diagnostics := o.destroy()
	ExpectError(o.Process.t, diagnostics, pattern)
	return diagnostics
}

func (o *Object) parse(config string) *blockConfig {
	block := o.Process.parseBlock(o.schema, o.typeName, config)
	if evaluate := block.evaluate; config == o.applied { // What was late is known.
		block.evaluate = func(bool) (*tfprotov6.DynamicValue, []*tfprotov6.Diagnostic) { return evaluate(false) }
	}
	return block
}

func (o *Object) state() cty.Value {
	return o.Process.decode(o.schema, o.Instance.State)
}

// upgraded returns the instance as the next command reads it: the state was JSON in between.
func (o *Object) upgraded() Instance {
	text, err := ctyjson.Marshal(o.state(), o.state().Type())
	o.Process.t.Check(err)
	read := o.Process.StoredAt(o.typeName, o.schema.Version, string(text))
	read.Private, read.Identity = o.Instance.Private, o.Instance.Identity
	return read
}

// Refresh reads the object if it exists, which can remove it from the state, and returns the warnings.
func (o *Object) Refresh() []*tfprotov6.Diagnostic {
	if !o.Exists() {
		return nil
	}
	read, diagnostics := o.Process.Read(o.typeName, o.upgraded())
	o.Process.ok(diagnostics)
	if o.Instance = read; !o.Exists() {
		o.Instance, o.tainted = Instance{}, false
	}
	return diagnostics
}

// ID returns the object's id.
func (o *Object) ID() string { return o.State().value.GetAttr("id").AsString() }

// State returns the object's attributes.
func (o *Object) State() Attributes {
	if !o.Exists() {
		o.Process.t.Fatal("there is no object: what should have made it has failed")
	}
	return Attributes{t: o.Process.t, value: o.state()}
}

// Expect checks an attribute of the state, see Attributes.Expect.
func (o *Object) Expect(path string, want any) {
	o.State().Expect(path, want)
}

// JSON returns an attribute of the state in JSON.
func (o *Object) JSON(path string) json.RawMessage {
	return o.State().JSON(path)
}
