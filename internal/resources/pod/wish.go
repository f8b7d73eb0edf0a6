package pod

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// A wish is what a configuration allows of a pod's hardware and place. Null, false, 0 and an empty list allow anything.
// Only a create takes it, and no response returns it: responses show what the pod has (contract 2.6, contract-v2 8.3).
// So another wish replaces a pod only if the pod does not meet it.

// hardware is what a pod has, by the attribute that asks for it. What no response has shown is missing.
type hardware map[string]attr.Value

// asks are the attributes of a wish, and when a pod meets one of the values that an attribute allows. Nil: always, as a
// priority only chooses among what a wish allows. Those of the first line are properties of the pod.
var asks = map[string]func(allowed []attr.Value, has attr.Value) bool{
	"compute_type": oneOf, "gpu_count": oneOf, "vcpu_count": oneOf, "interruptible": oneOf,
	"cloud_type": oneOf, "gpu_type_ids": oneOf, "cpu_flavor_ids": oneOf, "data_center_ids": oneOf,
	"country_codes": oneOf, "allowed_cuda_versions": oneOf, "support_public_ip": oneOf,
	"min_cuda_version": newEnough, "min_ram_per_gpu": atLeast, "min_vcpu_per_gpu": atLeast,
	"min_disk_bandwidth_megabytes_per_second": atLeast, "min_download_mbps": atLeast, "min_upload_mbps": atLeast,
	"gpu_type_priority": nil, "cpu_flavor_priority": nil, "data_center_priority": nil,
}

// judged is the Judge of the rows of a wish. An attribute that alternatives can have, and the list of them, is met too
// if the pod meets one of the candidates in all that they can differ in.
func judged(f policy.Facts) (own policy.Judgement) {
	planned := map[string]attr.Value{alternatives: f.Of(alternatives).Planned}
	for name := range asks {
		of := f.Of(name)
		planned[name] = of.Planned
		if (f.Record.Imported || f.Record.Env.Lost) && of.Configured.IsNull() && slices.Contains(inAlternatives, name) {
			planned[name] = of.Configured // It keeps the value (see policy.Initially), and nothing asks for it.
		}
	}
	j := newJudge(shownBy(f).hardware(), candidatesOf(planned), candidatesOf(f.Before()), f.State(placement))
	if f.Name == alternatives {
		own = j.candidate(j.wants[0])
	} else if own = j.attribute(f.Name, f.Planned); own.Met || !slices.Contains(inAlternatives, f.Name) {
		return own
	}
	list, _ := planned[alternatives].(types.List)
	open := list.IsUnknown() || slices.ContainsFunc(list.Elements(), attr.Value.IsUnknown)
	for _, one := range j.wants {
		result := j.candidate(one)
		if result.Met {
			return result
		}
		open = open || result.Has == nil
	}
	if open {
		return policy.Judgement{}
	}
	return own
}

// judge compares the candidates that are wanted with what a pod has, and where nothing shows that, with those that were
// wanted before. made are those of them that the pod can have been created as.
type judge struct {
	has              hardware
	wants, had, made []candidate
}

// newJudge returns the judge of a pod. It can have been created as any of the candidates before: as one if its
// placement is known.
func newJudge(has hardware, wants, had []candidate, placement attr.Value) judge {
	j := judge{has, wants, had, had}
	number, _ := placement.(types.Int64)
	if i := int(number.ValueInt64()); !number.IsNull() && i >= 0 && i < len(had) {
		j.made = had[i : i+1]
	}
	return j
}

// candidate compares what candidates can differ in.
func (j judge) candidate(one candidate) policy.Judgement {
	all := policy.Judgement{Met: true}
	for _, name := range inAlternatives {
		result := j.attribute(name, one[name])
		if result.Has != nil {
			return result
		}
		if !result.Met {
			all = result
		}
	}
	return all
}

// attribute compares a value of an attribute.
func (j judge) attribute(name string, value attr.Value) policy.Judgement {
	meets, allowed, has := asks[name], allowedBy(name, value), j.shown(name)
	switch {
	case meets == nil:
		return policy.Judgement{Met: true}
	case value.IsUnknown():
		return policy.Judgement{}
	case len(allowed) == 0:
		return policy.Judgement{Met: true}
	case has == nil:
		return policy.Judgement{Met: j.allowsAll(name)}
	case meets(allowed, has), name == "gpu_count" && j.startedWithFewer(allowed, has):
		return policy.Judgement{Met: true}
	case slices.ContainsFunc(allowed, attr.Value.IsUnknown):
		return policy.Judgement{}
	default:
		return policy.Judgement{Has: has}
	}
}

// shown returns what the pod has, nil if no response shows it. The state keeps the configured values of interruptible
// and vcpu_count, so that only the candidate that was created shows them.
func (j judge) shown(name string) attr.Value {
	if name != "interruptible" && name != "vcpu_count" {
		return j.has[name]
	}
	first := j.made[0][name]
	if first.IsNull() || slices.ContainsFunc(j.made, func(one candidate) bool { return !one[name].Equal(first) }) {
		return nil
	}
	return first
}

// showsAll reports whether responses show all that a candidate asks for.
func (j judge) showsAll(one candidate) bool {
	return !slices.ContainsFunc(inAlternatives, func(name string) bool {
		return len(allowedBy(name, one[name])) > 0 && j.shown(name) == nil
	})
}

// startedWithFewer reports whether the pod can have been created with an allowed number of GPUs. It has fewer: see
// warnOfFewerGPUs.
func (j judge) startedWithFewer(allowed []attr.Value, has attr.Value) bool {
	return slices.ContainsFunc(j.made, func(one candidate) bool {
		return oneOf(allowed, one["gpu_count"]) && atLeast([]attr.Value{has}, one["gpu_count"])
	})
}

// allowsAll reports whether the candidates allow all of an attribute that those before allowed. A value that allows
// anything is met in any case.
func (j judge) allowsAll(name string) bool {
	allowed, anything := allowedByAny(name, j.wants)
	was, wasAnything := allowedByAny(name, j.had)
	return anything || !wasAnything &&
		!slices.ContainsFunc(was, func(one attr.Value) bool { return !asks[name](allowed, one) })
}

// allowedByAny returns the values that candidates allow; anything is set if one of them allows any.
func allowedByAny(name string, all []candidate) (allowed []attr.Value, anything bool) {
	for _, one := range all {
		values := allowedBy(name, one[name])
		allowed, anything = append(allowed, values...), anything || len(values) == 0
	}
	return allowed, anything
}

// allowedBy returns the values of which a pod has to meet one; none if it can have any.
func allowedBy(name string, value attr.Value) []attr.Value {
	if name == "interruptible" && !value.IsNull() { // False is not the same as any.
		return []attr.Value{value}
	}
	if list, ok := value.(interface{ Elements() []attr.Value }); ok {
		return list.Elements()
	}
	for _, nothing := range []attr.Value{types.BoolValue(false), types.Int64Value(0), types.StringValue("")} {
		if value.IsNull() || value.Equal(nothing) {
			return nil
		}
	}
	return []attr.Value{value}
}

func oneOf(allowed []attr.Value, has attr.Value) bool { return slices.ContainsFunc(allowed, has.Equal) }

func atLeast(allowed []attr.Value, has attr.Value) bool {
	least, _ := allowed[0].(types.Int64)
	number, _ := has.(types.Int64)
	return number.ValueInt64() >= least.ValueInt64()
}

// newEnough compares CUDA versions by numbers: 12.11 is above 12.2.
func newEnough(allowed []attr.Value, has attr.Value) bool {
	numbers := func(value attr.Value) (all [2]int) {
		text, _ := value.(types.String)
		for i, part := range strings.SplitN(text.ValueString(), ".", len(all)) {
			all[i], _ = strconv.Atoi(part) // The schema, and hardware, have numbers only.
		}
		return all
	}
	least, version := numbers(allowed[0]), numbers(has)
	return slices.Compare(version[:], least[:]) >= 0
}
