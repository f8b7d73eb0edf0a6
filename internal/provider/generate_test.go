package provider_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What the test of short answers draws at random: values by the schema, and private state. The same seed draws the
// same.

// texts are the values that some attributes can have; any other text is one of a few.
var texts = map[string][]string{
	"compute_type":   {"GPU", "CPU"},
	"category":       {"NVIDIA", "AMD", "CPU"},
	"desired_status": {"RUNNING", "EXITED", "TERMINATED"},
	"status":         {"COMPLETED", "FAILED", "IN_QUEUE", "IN_PROGRESS", "EXPIRED", "CANCELLED"},
	"cloud_type":     {"SECURE", "COMMUNITY"},
	"on_failure":     {"fail", "keep"},
	"scaler_type":    {"QUEUE_DELAY", "REQUEST_COUNT"},
	"output":         {`{"a":1}`, `[1,2]`, `"text"`},
	"input":          {`{"a":1}`, `{"a":2}`},
	"name_prefix":    {"na", "ot"},
}

// hashOf is the hash under which the key of a secret variable is remembered.
func hashOf(salt, key string) string {
	sum := sha256.Sum256([]byte(salt + key))
	return base64.RawStdEncoding.EncodeToString(sum[:9])
}

// tries is the number of attempts of a test; a short run tries a fifth.
func tries(n uint64) uint64 {
	if testing.Short() {
		return n / 5
	}
	return n
}

// generator draws values.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator {
	return generator{rand.New(rand.NewPCG(seed, 7))} //nolint:gosec // The same every time.
}

func (g generator) oneIn(n int) bool { return g.IntN(n) == 0 }

func (g generator) text(name string) string {
	all := texts[name]
	if all == nil {
		all = []string{"name", "other", "nameless"}
	}
	return all[g.IntN(len(all))]
}

// value draws a value that is not null.
func (g generator) value(of tftypes.Type, name string) tftypes.Value {
	switch t := of.(type) {
	case tftypes.Object:
		members := map[string]tftypes.Value{}
		for _, member := range slices.Sorted(maps.Keys(t.AttributeTypes)) {
			members[member] = g.member(t.AttributeTypes[member], member)
		}
		return tftypes.NewValue(of, members)
	case tftypes.Map:
		elements := map[string]tftypes.Value{}
		for i := range g.IntN(3) {
			elements[fmt.Sprintf("KEY_%d", i)] = g.value(t.ElementType, "")
		}
		return tftypes.NewValue(of, elements)
	case tftypes.List:
		return tftypes.NewValue(of, g.elements(t.ElementType))
	case tftypes.Set:
		return tftypes.NewValue(of, g.elements(t.ElementType))
	}
	switch {
	case of.Is(tftypes.Bool):
		return tftypes.NewValue(of, g.oneIn(2))
	case of.Is(tftypes.Number):
		return tftypes.NewValue(of, big.NewFloat(float64([]int{0, 1, 2, 20, 50}[g.IntN(5)])))
	default:
		return tftypes.NewValue(of, g.text(name))
	}
}

// other draws another value than there is.
func (g generator) other(of tftypes.Type, name string, than tftypes.Value) tftypes.Value {
	value := g.value(of, name)
	for i := 0; i < 20 && value.Equal(than); i++ {
		value = g.value(of, name)
	}
	return value
}

// elements draws elements that differ.
func (g generator) elements(of tftypes.Type) []tftypes.Value {
	all := []tftypes.Value{}
	for i := range g.IntN(3) {
		if of.Is(tftypes.Object{}) {
			all = append(all, g.value(of, ""))
			continue
		}
		all = append(all, tftypes.NewValue(of, fmt.Sprintf("element %d", i+g.IntN(2)*3)))
	}
	return all
}

// member draws a member of an object, which is sometimes null.
func (g generator) member(of tftypes.Type, name string) tftypes.Value {
	if g.oneIn(5) {
		return tftypes.NewValue(of, nil)
	}
	return g.value(of, name)
}

// duration draws a timeout.
func (g generator) duration() any { return []any{nil, "5m", "90s"}[g.IntN(3)] }

// timeouts draws the block: most have none.
func (g generator) timeouts(of tftypes.Type) tftypes.Value {
	object, ok := of.(tftypes.Object)
	if !ok || !g.oneIn(6) {
		return tftypes.NewValue(of, nil)
	}
	members := map[string]tftypes.Value{}
	for _, name := range slices.Sorted(maps.Keys(object.AttributeTypes)) {
		members[name] = tftypes.NewValue(tftypes.String, g.duration())
	}
	return tftypes.NewValue(of, members)
}

// withoutSecrets takes out what no state has: s3_config's write-only secret.
func withoutSecrets(attributes map[string]tftypes.Value) {
	config, found := attributes["s3_config"]
	var members map[string]tftypes.Value
	if !found || config.IsNull() || config.As(&members) != nil {
		return
	}
	members["access_secret_wo"] = tftypes.NewValue(tftypes.String, nil)
	attributes["s3_config"] = tftypes.NewValue(config.Type(), members)
}

// privateOf is private state as it is stored, with values in JSON by key; none is no private state.
func privateOf(t *testing.T, values map[string]string) []byte {
	t.Helper()
	if len(values) == 0 {
		return nil
	}
	encoded := map[string]string{}
	for key, value := range values {
		encoded[key] = base64.StdEncoding.EncodeToString([]byte(value))
	}
	text, err := json.Marshal(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// privates are private states of a type: that of an object that was made here comes first.
var privates = map[string][]map[string]string{
	"podfleet_template": {
		{"secret_env": `{}`, "applied_config": `"x"`}, {"imported": `true`}, {},
		{"secret_env": `{"salt":"s","hashes":["` + hashOf("s", "KEY_1") + `"]}`, "applied_config": `"x"`},
		{"secret_env": `{}`}, {"secret_env": `{"lost":true}`, "applied_config": `"x"`}, {"secret_env": `7`},
		{"kept": `{"over":2}`},
	},
	"podfleet_endpoint": {
		{"own": `[]`}, {"imported": `true`}, {},
		{"own": `["data_center_ids"]`}, {"own": `["gpu_type_ids"]`}, {"kept": `{"over":2}`},
	},
	"podfleet_network_volume": {
		{}, {"imported": `true`}, {"kept": `{"over":2}`},
	},
	"podfleet_container_registry_auth": {{}, {"imported": `true`}, {"kept": `{"over":2}`}},
	"podfleet_pod": {
		{"own": `[]`, "secret_env": `{}`, "inherited_env": `{}`},
		{"imported": `true`, "untold": `["template_id"]`}, {"imported": `true`, "secret_env": `{}`}, {},
		{"own": `["ports","volume_in_gb"]`, "secret_env": `{}`,
			"inherited_env": `{"salt":"s","hashes":["` + hashOf("s", "KEY_0") + `"]}`},
		{"secret_env": `{"lost":true}`}, {"secret_env": `{}`, "untold": `["network_volume_id","template_id"]`},
		{"kept": `{"over":2}`},
	},
	"podfleet_job":         {{"imported": `true`}, {}},
	"podfleet_queue_purge": {{}},
}

// private draws private state: half of it of an object that was made here.
func (g generator) private(t *testing.T, typeName string) []byte {
	t.Helper()
	all := privates[typeName]
	switch g.IntN(20) {
	case 0: // As ImportState leaves it.
		return privateOf(t, map[string]string{".import_before_read": `true`, "imported": `true`})
	case 1, 2, 3, 4, 5, 6:
		return privateOf(t, all[g.IntN(len(all))])
	default:
		return privateOf(t, all[0])
	}
}
