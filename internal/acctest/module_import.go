package acctest

import "github.com/hashicorp/terraform-plugin-go/tfprotov6"

// Import does the same as `terraform import ADDRESS ID` for a resource of the configuration, which must not be in the
// state. If the import fails, the state does not change.
func (m *Module) Import(r Resource, id string) []*tfprotov6.Diagnostic {
	m.t.Helper()
	if m.current[r.Address] != nil {
		m.t.Fatalf("%s is in the state already", r.Address)
	}
	process := m.begin()
	defer m.end(&Run{})
	instance, diagnostics := process.Import(r.Type(), id, "")
	if failed(diagnostics) || process.Attributes(r.Type(), instance.State) == nil {
		return diagnostics
	}
	m.current[r.Address] = &moduleObject{
		Object:  Object{Process: process, Instance: instance, typeName: r.Type(), schema: process.Schema(r.Type())},
		address: r.Address, dependencies: r.dependencies(),
	}
	return diagnostics
}

// Forget does the same as `terraform state rm ADDRESS`: the object stays in the service.
func (m *Module) Forget(address string) {
	m.t.Helper()
	if m.current[address] == nil {
		m.t.Fatalf("%s is not in the state", address)
	}
	delete(m.current, address)
}
