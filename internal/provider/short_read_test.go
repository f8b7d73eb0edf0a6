package provider_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/msgpack"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
	"github.com/podfleet/terraform-provider-podfleet/internal/provider"
)

var _ pluginserver.Known = (*provider.Provider)(nil)

// hashOf is the hash under which the key of a secret variable is remembered.
func hashOf(salt, key string) string {
	sum := sha256.Sum256([]byte(salt + key))
	return base64.RawStdEncoding.EncodeToString(sum[:9])
}

// readers is one type under test: its framework, and its short answers, compared with the framework's at once.
type readers struct {
	t        *testing.T
	typeName string
	schema   *tfprotov6.Schema
	kind     cty.Type
	members  openapi3.Schemas // of the contract's object; nil for what is no object
	service  *scriptedService
	long     tfprotov6.ProviderServer
	compared tfprotov6.ProviderServer
	counts   *countingRefresher
	// configure configures a provider for the service.
	configure func(tfprotov6.ProviderServer)
}

// countingRefresher counts short answers, and can be told to give one whatever was found.
type countingRefresher struct {
	pluginserver.Known
	unchanged uint64
	// mistaken, if set, is the identity of an object that is said to be unchanged, whatever was found.
	mistaken *tfprotov6.ResourceIdentityData
}

func (c *countingRefresher) Refresh(
	ctx context.Context, typeName string, state, private []byte,
) (identity []byte, rest context.Context, unchanged bool) {
	identity, rest, unchanged = c.Known.Refresh(ctx, typeName, state, private)
	if unchanged {
		c.unchanged++
	}
	if c.mistaken != nil && c.mistaken.IdentityData != nil {
		return c.mistaken.IdentityData.MsgPack, rest, true
	}
	return identity, rest, unchanged || c.mistaken != nil
}

func newReaders(t *testing.T, typeName string) *readers {
	t.Helper()
	r := &readers{t: t, typeName: typeName, service: &scriptedService{status: http.StatusOK}}
	server := httptest.NewServer(r.service)
	t.Cleanup(server.Close)
	long, shorter := provider.New("test", emulatortest.Quick)(), provider.New("test", emulatortest.Quick)()
	r.long = providerserver.NewProtocol6(long)()
	known, ok := shorter.(pluginserver.Known)
	if !ok {
		t.Fatal("the provider refreshes nothing without the framework")
	}
	r.counts = &countingRefresher{Known: known}
	var err error
	r.compared, err = pluginserver.Wrap(providerserver.NewProtocol6(shorter)(), r.counts,
		pluginserver.ShortAnswersCompared)
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := r.long.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	r.schema = schemas.ResourceSchemas[typeName]
	r.kind = ctyTypeOf(t, r.schema)
	r.configure = func(one tfprotov6.ProviderServer) {
		configure(t, one, schemas.Provider, map[string]string{
			"rest_url": server.URL + "/v1", "queue_url": server.URL + "/v2", "api_key": "key"})
	}
	r.configure(r.long)
	r.configure(r.compared)
	if name := contractName[typeName]; name != "" {
		document, err := contracttest.Document()
		if err != nil {
			t.Fatal(err)
		}
		whole := document.Components.Schemas[name]
		r.members = openapi3.Schemas{}
		for _, part := range append(whole.Value.OneOf, whole) { // A job is one of several.
			maps.Copy(r.members, part.Value.Properties)
		}
	}
	return r
}

func configure(t *testing.T, server tfprotov6.ProviderServer, schema *tfprotov6.Schema, values map[string]string) {
	t.Helper()
	all := map[string]tftypes.Value{}
	for _, attribute := range schema.Block.Attributes {
		all[attribute.Name] = tftypes.NewValue(attribute.ValueType(), nil)
		if value := values[attribute.Name]; value != "" {
			all[attribute.Name] = tftypes.NewValue(tftypes.String, value)
		}
	}
	all["max_retries"] = tftypes.NewValue(tftypes.Number, 0)
	config, err := tfprotov6.NewDynamicValue(schema.ValueType(), tftypes.NewValue(schema.ValueType(), all))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: &config})
	if err != nil || len(answer.Diagnostics) > 0 {
		t.Fatal(err, acctest.Text(answer.Diagnostics))
	}
}

// readCase is one refresh: a state, and what the service has.
type readCase struct {
	says    string
	request *tfprotov6.ReadResourceRequest
	object  map[string]any
	status  int
}

// drawCase draws a case. drifts are the members of the contract that the service has changed meanwhile.
func (r *readers) drawCase(seed uint64, drifts ...string) readCase {
	r.t.Helper()
	g := newGenerator(seed)
	c := readCase{says: fmt.Sprintf("seed %d, drift of %v", seed, drifts), status: http.StatusOK}
	state := g.state(r.schema)
	if r.typeName == "podfleet_endpoint" {
		g.chooseForms(state)
	}
	if len(drifts) > 0 && r.typeName == "podfleet_job" { // Else it is not asked about.
		state["status"] = tftypes.NewValue(tftypes.String, "IN_QUEUE")
	}
	if r.typeName == "podfleet_pod" { // Answers of version 1 lack them, and the state has null then.
		for _, name := range []string{"status", "ssh", "global_networking_ip", "internal_dns", "cuda_version"} {
			state[name] = tftypes.NewValue(state[name].Type(), nil)
		}
	}
	c.object = objectOf(r.t, r.members, state)
	for _, member := range drifts {
		of := r.members[member].Value
		switch before := fmt.Sprint(c.object[member]); {
		case g.oneIn(8):
			delete(c.object, member)
		case g.oneIn(8):
			c.object[member] = nil
		default:
			for range 20 {
				c.object[member] = g.answered(of, member)
				if fmt.Sprint(c.object[member]) != before {
					break
				}
			}
		}
	}
	if r.members != nil && drifts == nil {
		switch g.IntN(20) {
		case 0:
			c.object, c.says = nil, c.says+", gone"
		case 1:
			c.status, c.says = http.StatusForbidden, c.says+", refused"
		}
	}
	c.request = &tfprotov6.ReadResourceRequest{
		TypeName: r.typeName, CurrentState: r.encode(state), Private: g.private(r.t, r.typeName),
		CurrentIdentity: r.identity(g, state),
	}
	if len(drifts) > 0 {
		c.request.Private, c.request.CurrentIdentity = privateOf(r.t, privates[r.typeName][0]), nil
	}
	return c
}

// chooseForms makes a state of an endpoint one that there can be: it has a template or container settings of its own,
// and GPU types in one form.
func (g generator) chooseForms(state map[string]tftypes.Value) {
	none := []string{"template_id"}
	if g.oneIn(2) || state["image_name"].IsNull() {
		none = []string{"image_name", "container_disk_in_gb", "container_registry_auth_id", "docker_entrypoint",
			"docker_start_cmd", "env", "env_wo_version", "ports"}
	}
	if g.oneIn(2) || state["gpu_pools"].IsNull() {
		none = append(none, "gpu_pools", "excluded_gpu_type_ids")
	} else {
		none = append(none, "gpu_type_ids")
	}
	for _, name := range none {
		state[name] = tftypes.NewValue(state[name].Type(), nil)
	}
}

// identity draws an identity: most have none, or the object's.
func (r *readers) identity(g generator, state map[string]tftypes.Value) *tfprotov6.ResourceIdentityData {
	r.t.Helper()
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	members := map[string]tftypes.Value{"id": state["id"]}
	if r.typeName == "podfleet_job" {
		kind.AttributeTypes["endpoint_id"], members["endpoint_id"] = tftypes.String, state["endpoint_id"]
	}
	if r.typeName == "podfleet_queue_purge" || g.oneIn(2) {
		return nil
	}
	if g.oneIn(8) {
		members["id"] = tftypes.NewValue(tftypes.String, "another")
	}
	value := tftypes.NewValue(kind, members)
	if g.oneIn(16) {
		value = tftypes.NewValue(kind, nil)
	}
	encoded, err := tfprotov6.NewDynamicValue(kind, value)
	if err != nil {
		r.t.Fatal(err)
	}
	return &tfprotov6.ResourceIdentityData{IdentityData: &encoded}
}

// encode encodes as core does: in maps, which are sorted there, the protocol's own library has no order.
func (r *readers) encode(attributes map[string]tftypes.Value) *tfprotov6.DynamicValue {
	r.t.Helper()
	kind := r.schema.ValueType()
	encoded, err := tfprotov6.NewDynamicValue(kind, tftypes.NewValue(kind, attributes))
	if err != nil {
		r.t.Fatal(err)
	}
	value, err := msgpack.Unmarshal(encoded.MsgPack, r.kind)
	if err != nil {
		r.t.Fatal(err)
	}
	if encoded.MsgPack, err = msgpack.Marshal(value, r.kind); err != nil {
		r.t.Fatal(err)
	}
	return &encoded
}

// differences are the parts of the framework's answer that a state given back would not: attributes, and other things.
func (r *readers) differences(c readCase, long *tfprotov6.ReadResourceResponse) []string {
	r.t.Helper()
	var all []string
	for _, d := range long.Diagnostics {
		all = append(all, map[bool]string{true: "an error", false: "a warning"}[d.Severity ==
			tfprotov6.DiagnosticSeverityError])
	}
	if string(long.Private) != string(c.request.Private) {
		all = append(all, "private state")
	}
	before, after := r.attributes(c.request.CurrentState), r.attributes(long.NewState)
	if after == nil {
		return append(all, "gone")
	}
	for name, value := range before {
		if !value.Equal(after[name]) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (r *readers) attributes(value *tfprotov6.DynamicValue) map[string]tftypes.Value {
	r.t.Helper()
	decoded, err := value.Unmarshal(r.schema.ValueType())
	if err != nil {
		r.t.Fatal(err)
	}
	var all map[string]tftypes.Value
	if !decoded.IsNull() && decoded.As(&all) != nil {
		r.t.Fatal("a state that is no object")
	}
	return all
}

func (r *readers) read(server tfprotov6.ProviderServer, c readCase) *tfprotov6.ReadResourceResponse {
	r.t.Helper()
	r.service.answer(c.object, c.status)
	request := *c.request
	answer, err := server.ReadResource(r.t.Context(), &request)
	if err != nil {
		r.t.Fatal(err)
	}
	return answer
}

// refusesShort reports whether an answer says that the short one differed.
func refusesShort(diags []*tfprotov6.Diagnostic) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		return d.Summary == "A short answer differs from the framework's"
	})
}

// otherMistakes are those that every type can make beside overlooking an attribute.
var otherMistakes = []string{"a warning", "an error", "private state", "gone"}

// cannotMistake are mistakes that a type cannot make, with the reason.
var cannotMistake = map[string]string{
	"podfleet_endpoint a warning":                "its refresh has none",
	"podfleet_network_volume a warning":          "its refresh has none",
	"podfleet_container_registry_auth a warning": "its refresh has none",
	"podfleet_pod a warning":                     "it comes with a change of env",
	"podfleet_job a warning":                     "it comes with a change of status",
	"podfleet_job gone":                          "a job that is gone stays, as EXPIRED",
}

// Whatever the service has, a state is given back without the framework only if the framework would give it back
// and say nothing. And each mistake that could be made in that is one that this test finds: to overlook a change of one
// attribute that the service tells, a warning, an error, a change of private state, or that the object is gone.
func TestShortRead_isTheFrameworks(t *testing.T) {
	t.Parallel()
	for typeName := range privates {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			r := newReaders(t, typeName)
			witnesses := map[string]readCase{} // of what alone differs
			check := func(c readCase) {
				if answer := r.read(r.compared, c); refusesShort(answer.Diagnostics) {
					t.Errorf("%s: %s", c.says, acctest.Text(answer.Diagnostics))
				}
				what := r.differences(c, r.read(r.long, c))
				for _, companion := range []string{"a warning", "private state"} { // Both come with changes of attributes.
					if len(what) > 1 {
						what = slices.DeleteFunc(what, func(one string) bool { return one == companion })
					}
				}
				if len(what) == 1 {
					witnesses[what[0]] = c
				}
			}
			random, maxSeeds := tries(80), uint64(8)
			for seed := range random {
				check(r.drawCase(seed))
			}
			if r.counts.unchanged < random/10 {
				t.Errorf("%d of %d were answered without the framework", r.counts.unchanged, random)
			}
			if testing.Short() {
				return
			}
			t.Logf("%d of %d answered without the framework", r.counts.unchanged, random)
			members := slices.Sorted(maps.Keys(r.members))
			for _, member := range members {
				for seed := uint64(0); seed < maxSeeds; seed++ {
					check(r.drawCase(1000+seed, member))
					if _, shown := witnesses[attributeName(member)]; shown {
						break
					}
				}
			}
			if r.members == nil {
				return
			}
			r.findsMistakes(members, witnesses)
		})
	}
}

// findsMistakes makes each mistake at what has been seen to show it.
func (r *readers) findsMistakes(members []string, witnesses map[string]readCase) {
	r.t.Helper()
	mistakes := slices.Clone(otherMistakes)
	for _, member := range members {
		name := attributeName(member)
		if _, is := attributesOfSchema(r.schema)[name]; is && name != "id" && overlooked[r.typeName+"."+name] == "" {
			mistakes = append(mistakes, name)
		}
	}
	found := 0
	for _, mistake := range mistakes {
		c, shown := witnesses[mistake]
		if !shown {
			if cannotMistake[r.typeName+" "+mistake] == "" {
				r.t.Errorf("nothing shows what it is to overlook: %s", mistake)
			}
			continue
		}
		r.configure(r.compared) // Some warnings come once a run.
		c.request.CurrentIdentity = nil
		r.counts.mistaken = &tfprotov6.ResourceIdentityData{}
		if long := r.read(r.long, c); long.NewIdentity != nil { // It is not by the identity that it is found.
			r.counts.mistaken = long.NewIdentity
		}
		if answer := r.read(r.compared, c); !refusesShort(answer.Diagnostics) {
			r.t.Errorf("to overlook a change of %s is not found (%s)", mistake, c.says)
		}
		found++
	}
	r.t.Logf("%d mistakes found: %v", found, mistakes)
}

// overlooked are attributes whose drift a refresh does not tell, with the reason.
var overlooked = map[string]string{
	"podfleet_endpoint.compute_type": "it stays what was asked for: see endpoint's model",
}

func attributesOfSchema(schema *tfprotov6.Schema) map[string]*tfprotov6.SchemaAttribute {
	all := map[string]*tfprotov6.SchemaAttribute{}
	for _, attribute := range schema.Block.Attributes {
		all[attribute.Name] = attribute
	}
	return all
}
