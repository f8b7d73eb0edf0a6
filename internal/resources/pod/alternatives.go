package pod

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// The pod's own attributes and its alternatives are one wish: a pod has to meet one of its candidates. The own
// attributes are candidate 0, and each alternative, merged over them, is the next one.

// alternatives is the attribute that lists them, and placement the number of the one that a pod was created as.
const (
	alternatives = "alternatives"
	placement    = "placement"
)

// maxAlternatives bounds the creates of one pod.
const maxAlternatives = 10

// inAlternatives are the attributes that an alternative can have.
var inAlternatives = []string{
	"gpu_type_ids", "gpu_count", "cloud_type", "data_center_ids", "interruptible", "cpu_flavor_ids", "vcpu_count",
}

// candidate holds the attributes of a candidate, by name.
type candidate map[string]attr.Value

// candidatesOf returns the candidates of the wish in these attributes.
func candidatesOf(values map[string]attr.Value) []candidate {
	own := candidate{}
	for name := range asks {
		own[name] = values[name]
	}
	all := []candidate{own}
	list, _ := values[alternatives].(types.List)
	for _, one := range list.Elements() {
		merged := maps.Clone(own)
		maps.Copy(merged, said(one))
		all = append(all, merged)
	}
	return all
}

// said returns what an alternative has of its own.
func said(alternative attr.Value) candidate {
	object, _ := alternative.(types.Object)
	values := maps.Clone(object.Attributes())
	maps.DeleteFunc(values, func(_ string, value attr.Value) bool { return value.IsNull() })
	return values
}

// candidates returns the candidates of the model.
func (m model) candidates() []candidate { return candidatesOf(framework.Attributes(m)) }

// as returns the model with the attributes of a candidate.
func (m model) as(c candidate) model { return framework.WithAttributes(m, c) }

// at returns where a candidate has an attribute: in its alternative, or else among the pod's own.
func (m model) at(index int, name string) path.Path {
	if index > 0 && said(m.Alternatives.Elements()[index-1])[name] != nil {
		return path.Root(alternatives).AtListIndex(index - 1).AtName(name)
	}
	return path.Root(name)
}

// ofAlternative says in the refusals of a candidate which alternative has the attribute: the CLI shows only the line of
// the resource.
func ofAlternative(index int, found diag.Diagnostics) diag.Diagnostics {
	for i, one := range found {
		if at, ok := one.(diag.DiagnosticWithPath); ok && strings.HasPrefix(at.Path().String(), alternatives) {
			found[i] = diag.NewAttributeErrorDiagnostic(at.Path(), one.Summary(),
				fmt.Sprintf("Alternative %d: %s", index, one.Detail()))
		}
	}
	return found
}

// placedOf returns the number of the planned candidate that the pod of a state is: the one that it was created as, or
// else the first that it is known to meet; null if that is not known, and unknown while a candidate is.
func (m model) placedOf(state model) tftypes.Value {
	j := newJudge(state.hardware(), m.candidates(), state.candidates(), state.Placement)
	created, _ := whole(j.made[0])
	met := -1
	for i, one := range j.wants {
		text, known := whole(one)
		if !known || i > 0 && m.Alternatives.Elements()[i-1].IsUnknown() {
			return tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)
		}
		if !state.Placement.IsNull() && text == created {
			return tftypes.NewValue(tftypes.Number, i)
		}
		if met < 0 && j.showsAll(one) && j.candidate(one).Met {
			met = i
		}
	}
	switch {
	case m.Alternatives.IsUnknown():
		return tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)
	case met < 0:
		return tftypes.NewValue(tftypes.Number, nil)
	default:
		return tftypes.NewValue(tftypes.Number, met)
	}
}

// keepWish keeps the configured values of which the response shows those of another candidate. No response shows a
// placement.
func (m model) keepWish(configured model) model {
	if m.Placement.IsUnknown() {
		m.Placement = noNumber
	}
	spot, vcpus := m.Interruptible, m.VCPUCount
	for _, one := range configured.candidates() {
		if spot.Equal(one["interruptible"]) {
			m.Interruptible = configured.Interruptible
		}
		if vcpus.Equal(one["vcpu_count"]) {
			m.VCPUCount = configured.VCPUCount
		}
	}
	return m
}

// refuseAlternatives refuses an alternative without effect. Unknown values refuse nothing.
func (m model) refuseAlternatives(diags *diag.Diagnostics) {
	var before []string
	for i, one := range m.candidates() {
		text, known := whole(one)
		earlier := slices.Index(before, text)
		if i > 0 {
			switch alternative := m.Alternatives.Elements()[i-1]; {
			case alternative.IsUnknown():
				known = false
			case len(said(alternative)) == 0:
				earlier, known = 0, true
			}
		}
		if known && earlier >= 0 {
			diags.AddAttributeError(path.Root(alternatives).AtListIndex(i-1), "An alternative that changes nothing",
				fmt.Sprintf("With the pod's own attributes for those that it leaves out, alternative %d asks for the same as "+
					"candidate %d (0: the pod's own attributes), which is tried before it.\n\n"+
					"Next: remove the alternative, or change what it asks for.", i, earlier))
		}
		before = append(before, text)
	}
}

// whole returns what a candidate asks for, with the defaults, in one text. known is false while a value is unknown.
func whole(c candidate) (text string, known bool) {
	for _, name := range inAlternatives {
		value := c[name]
		if value.IsNull() {
			value = policies.Rows[name].Default(policy.Created(0, c).Of(name))
			if value == nil || value.IsUnknown() { // The service's choice.
				value = noString
			}
		}
		if value.IsUnknown() || slices.ContainsFunc(allowedBy(name, value), attr.Value.IsUnknown) {
			return "", false
		}
		text += value.String() + "\n"
	}
	return text, true
}

// alternativesAttribute returns the list of alternatives. own are the attributes of the pod.
func alternativesAttribute(own map[string]schema.Attribute) schema.ListNestedAttribute {
	members := map[string]schema.Attribute{}
	for _, name := range inAlternatives {
		members[name] = inAlternative(own[name], "As `"+name+"` of the pod, which is the default.")
	}
	return schema.ListNestedAttribute{
		Optional: true,
		MarkdownDescription: "Other hardware and places that the pod may have, at most 10. A create tries the pod's own " +
			"attributes first, then each alternative in order, while the service has no capacity. An alternative takes " +
			"what it leaves out from the pod's own attributes. A pod that meets any of them meets the configuration, and " +
			"the state keeps what is configured: `placement` tells which was created." + framework.NeverReturned +
			" A change replaces the pod unless the pod meets one of them.",
		NestedObject: schema.NestedAttributeObject{Attributes: members},
		Validators:   []validator.List{listvalidator.SizeAtMost(maxAlternatives)},
	}
}

// inAlternative returns an attribute of the pod as one of an alternative: with the same values, and without a default.
func inAlternative(own schema.Attribute, description string) schema.Attribute {
	changed := reflect.New(reflect.TypeOf(own)).Elem()
	changed.Set(reflect.ValueOf(own))
	changed.FieldByName("Computed").SetBool(false)
	changed.FieldByName("MarkdownDescription").SetString(description)
	attribute, _ := changed.Interface().(schema.Attribute)
	return attribute
}
