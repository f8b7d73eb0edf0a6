package acctest

import (
	"regexp"
	"slices"
	"strings"
)

// saysSo matches the description of an attribute that an answer of version 1 does not have.
var saysSo = regexp.MustCompile(`Not returned by the API|does not return it`)

// unsaid names the attributes that an import cannot find out and whose descriptions do not say so, by type: the
// provider's own, secrets, what a job was submitted with (contract 3.1, 3.2), and the cloud of a pod, which only some
// answers tell by its machine.
var unsaid = map[string][]string{
	"podfleet_container_registry_auth": {"password"},
	"podfleet_endpoint":                {"wait_for_rollout", "drain_timeout"},
	"podfleet_job":                     {"triggers", "s3_config", "input", "policy", "webhook"},
	"podfleet_pod": {
		"ready_check", "restart_triggers", "reset_triggers", "wait_for_capacity", "placement", "cloud_type",
	},
}

// unsaid2 names those that an import over version 2 cannot find out either (contract-v2 4, 5.2, 8.3): template_id of a
// pod is null in every answer, a volume can be kept where the answer has none, and the others are in no answer.
var unsaid2 = map[string][]string{
	"podfleet_endpoint": {"version"},
	"podfleet_pod": {
		"template_id", "volume_in_gb", "volume_mount_path", "interruptible", "machine_id", "consumer_user_id",
		"last_status_change",
	},
	"podfleet_template": {"readme", "is_platform", "earned", "runtime_in_min"},
}

// NeverReturned returns the attributes of a type that an import cannot find out, sorted. A test holds them against
// schema and contract, and an import check ignores these and no others.
func (p *Process) NeverReturned(typeName string) []string {
	names := slices.Clone(unsaid[typeName])
	for _, attribute := range p.Schema(typeName).Block.Attributes {
		if name := attribute.Name; name == "name_prefix" || strings.Contains(name, "_wo") ||
			saysSo.MatchString(attribute.Description) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// ignored returns the attributes of a type that an import check over the version of this environment leaves out.
func (p *Process) ignored(typeName string) []string {
	if p.env.Version() == 2 {
		return append(p.NeverReturned(typeName), unsaid2[typeName]...)
	}
	return p.NeverReturned(typeName)
}
