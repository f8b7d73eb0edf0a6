package acctest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Module is several resources from one command to the next, as a CLI has them, without a CLI. Apply refreshes, plans
// and applies a configuration as `terraform apply` does. It follows the order of references, and applies as many
// resources side by side as Parallelism allows. It keeps the same data as core: tainted objects, deposed objects,
// partial results, private data, identities and dependencies. For the life of a single object, and the requirements for
// it, see Object.
//
// If core would refuse something, the test fails; diagnostics of a provider are in the Run.
type Module struct {
	// Parallelism limits how many resources a walk works on at the same time; 0 is 10, as in a CLI. With 1 the order is
	// always the same.
	Parallelism int
	// Arguments are the provider's, beside those that lead to the environment.
	Arguments Values
	// Context is the context of every call; nil is the test's. It carries loggers.
	Context context.Context

	t   emulatortest.Test
	env *Env

	mu          sync.Mutex
	objects     []*moduleObject // the state
	process     *Process        // of the walk that is under way; nil between walks
	cancel      context.CancelFunc
	interrupted bool
	killed      bool
}

// moduleObject is an object in a module's state.
type moduleObject struct {
	Object
	address             string
	deposed             bool
	dependencies        []string // addresses without index
	createBeforeDestroy bool
}

// Module returns an empty state in this environment.
func (e *Env) Module() *Module { return &Module{t: e.t, env: e} }

// Run is the result of one apply.
type Run struct {
	// Actions are the planned actions, by address, without objects that do not change. Objects that the plan only destroys
	// have DestroyOnly.
	Actions map[string]Action
	// Diagnostics holds the diagnostics of all steps, in the order in which they came.
	Diagnostics []RunDiagnostic
	// Interrupted says that Interrupt or Kill was called.
	Interrupted bool
	// Killed are the addresses whose calls Kill cut off.
	Killed []string
}

// DestroyOnly is the action of a plan that ends an object.
const DestroyOnly Action = "destroy"

// RunDiagnostic is a diagnostic of a resource.
type RunDiagnostic struct {
	Address string
	// Phase is "plan" or "apply".
	Phase string
	// At is the time of the diagnostic.
	At time.Time
	*tfprotov6.Diagnostic
}

// Failed says whether a CLI would exit with an error.
func (r *Run) Failed() bool {
	return r.Interrupted || slices.ContainsFunc(r.Diagnostics, func(d RunDiagnostic) bool {
		return d.Severity == tfprotov6.DiagnosticSeverityError
	})
}

// Text returns all diagnostics, a paragraph each.
func (r *Run) Text() string {
	var lines []string
	for _, d := range r.Diagnostics {
		lines = append(lines, d.Phase+" "+d.Address+": "+Text([]*tfprotov6.Diagnostic{d.Diagnostic}))
	}
	return strings.Join(lines, "\n")
}

// Apply does the same as `terraform apply -auto-approve`: each of its two walks has a provider process of its own. An
// error in the plan ends it, and it then keeps nothing of the plan.
func (m *Module) Apply(config []Resource) *Run {
	plan := m.plan(config)
	if !plan.run.Failed() {
		plan.apply()
	}
	return plan.run
}

// Plan does the same as `terraform plan`. It changes nothing.
func (m *Module) Plan(config []Resource) *Run {
	return m.plan(config).run
}

// Import does the same as `terraform import ADDRESS ID` for a resource of the configuration, which must not be in the
// state. If the import fails, the state does not change.
func (m *Module) Import(r Resource, id string) []*tfprotov6.Diagnostic {
	if m.at(r.Address) != nil {
		m.t.Fatalf("%s is in the state already", r.Address)
	}
	process := m.begin()
	defer m.end(&Run{})
	o := newModuleObject(process, r)
	instance, diagnostics := process.Import(r.Type(), id, "")
	if o.Instance = instance; !failed(diagnostics) && o.Exists() {
		o.dependencies = r.dependencies()
		m.put(o)
	}
	return diagnostics
}

// Forget does the same as `terraform state rm ADDRESS`: the object stays in the service.
func (m *Module) Forget(address string) {
	if m.at(address) == nil {
		m.t.Fatalf("%s is not in the state", address)
	}
	m.drop(m.at(address))
}

// Interrupt does the same as the first Ctrl-C: the module begins no new step, and asks the provider to end those under
// way. Any goroutine may call it, at any time.
func (m *Module) Interrupt() error {
	m.mu.Lock()
	process := m.process
	m.interrupted = process != nil
	m.mu.Unlock()
	if process == nil {
		return nil
	}
	return process.Interrupt()
}

// Kill does the same as a SIGKILL of the provider's process: the calls under way never return, and the module begins no
// other. The state keeps what it had of their objects; Run.Killed has their addresses. Any goroutine may call it, at
// any time. Whoever calls it also has to hold back what the process still sends.
func (m *Module) Kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.process != nil {
		m.interrupted, m.killed = true, true
		m.cancel()
	}
}

// begin starts the provider process of a walk.
func (m *Module) begin() *Process {
	p := m.env.Process(m.Arguments)
	p.oneState = true
	ctx := p.ctx
	if m.Context != nil {
		ctx = m.Context
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	ctx, m.cancel = context.WithCancel(ctx)
	m.process = p.WithContext(ctx)
	return m.process
}

func (m *Module) end(run *Run) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cancel()
	m.process = nil
	run.Interrupted = run.Interrupted || m.interrupted
}

// newModuleObject returns an object that does not exist yet.
func newModuleObject(process *Process, r Resource) *moduleObject {
	return &moduleObject{address: r.Address, Object: Object{Process: process.at(r.Address), typeName: r.Type(),
		schema: process.Schema(r.Type())}}
}

// at returns the object of an address that is not deposed; nil if there is none.
func (m *Module) at(address string) *moduleObject {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, o := range m.objects {
		if o.address == address && !o.deposed {
			return o
		}
	}
	return nil
}

// put adds an object to the state, in the order of addresses, and deposed ones last.
func (m *Module) put(o *moduleObject) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.objects = slices.Clone(m.objects); !slices.Contains(m.objects, o) {
		m.objects = append(m.objects, o)
	}
	rank := map[bool]int{true: 1}
	slices.SortStableFunc(m.objects, func(a, b *moduleObject) int {
		return cmp.Or(rank[a.deposed]-rank[b.deposed], strings.Compare(a.address, b.address))
	})
}

// drop removes an object from the state.
func (m *Module) drop(o *moduleObject) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.objects = slices.DeleteFunc(slices.Clone(m.objects), func(other *moduleObject) bool { return other == o })
}

// StateObject is an object in a state.
type StateObject struct {
	Address string
	Type    string
	// ID is empty for types that have none.
	ID      string
	Tainted bool
	Deposed bool
	// JSON has the attributes, Private the data that the provider keeps beside them.
	JSON    []byte
	Private []byte
}

// Objects returns all objects in the state, by address, and deposed ones after the others.
func (m *Module) Objects() []StateObject {
	m.mu.Lock()
	objects := m.objects
	m.mu.Unlock()
	var all []StateObject
	for _, o := range objects {
		state := o.state()
		text, err := ctyjson.Marshal(state, state.Type())
		m.t.Check(err)
		one := StateObject{Address: o.address, Type: o.typeName, Tainted: o.tainted, Deposed: o.deposed, JSON: text,
			Private: o.Instance.Private}
		if state.Type().HasAttribute("id") && !state.GetAttr("id").IsNull() {
			one.ID = state.GetAttr("id").AsString()
		}
		all = append(all, one)
	}
	return all
}

// Resource is one instance of a resource in a Module's configuration.
type Resource struct {
	// Address is the type, the name and perhaps an index: podfleet_pod.desk[1].
	Address string
	// Config has its arguments; a missing one is null. A value, or a value in a map, can be a Ref.
	Config Values
	// CreateBeforeDestroy is the lifecycle argument.
	CreateBeforeDestroy bool
}

// Ref is a reference to an attribute of another resource.
type Ref struct {
	Address   string
	Attribute string
}

// Type returns the resource's type.
func (r Resource) Type() string {
	typeName, _, _ := strings.Cut(r.Address, ".")
	return typeName
}

// block returns an address without its index: dependencies are between blocks.
func block(address string) string {
	name, _, _ := strings.Cut(address, "[")
	return name
}

// dependencies returns the blocks that a resource refers to, sorted.
func (r Resource) dependencies() []string {
	var all []string
	add := func(value any) {
		if ref, ok := value.(Ref); ok {
			all = append(all, block(ref.Address))
		}
	}
	for _, value := range r.Config {
		add(value)
		members, _ := value.(map[string]any)
		for _, member := range members {
			add(member)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// value returns the configuration's value, with the attributes of other resources that lookup knows.
func (r Resource) value(p *Process, lookup func(Ref) cty.Value) cty.Value {
	kind := p.kind(p.Schema(r.Type()))
	for name := range r.Config {
		if !kind.HasAttribute(name) {
			p.t.Fatalf("%s has no argument %s", r.Address, name)
		}
	}
	return p.valueOf(kind, r.Config, lookup)
}
