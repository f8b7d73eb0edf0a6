package policy

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
)

// Record holds the part of an object's private state that its plans depend on.
type Record struct {
	// Imported is set while the object has the mark of an import.
	Imported bool
	// Env are the variables that came from env_wo, and whether an import left out the others.
	Env env.SecretKeys
	// Owned are attributes that were configured when the object was last created or updated: see framework.OwnedKey.
	Owned []string
	// NotReturned are references that no answer has returned since the import: see framework.NotReturnedKey.
	NotReturned []string
	// Over is the version of the management interface that has written the object: see framework.WrittenOver.
	Over int
}

// Load reads the record of an object.
func Load(ctx context.Context, private framework.PrivateReader) (Record, diag.Diagnostics) {
	imported, diags := framework.Imported(ctx, private)
	secret, found := env.LoadSecretKeys(ctx, private)
	diags.Append(found...)
	owned, found := framework.Recall[[]string](ctx, private, framework.OwnedKey)
	diags.Append(found...)
	notReturned, found := framework.Recall[[]string](ctx, private, framework.NotReturnedKey)
	diags.Append(found...)
	over, found := framework.WrittenOver(ctx, private)
	diags.Append(found...)
	return Record{Imported: imported, Env: secret, Owned: owned, NotReturned: notReturned, Over: over}, diags
}

// Facts describe one attribute in a plan.
type Facts struct {
	// Name is the attribute's.
	Name   string
	Record Record
	// Configured, Was and Planned are the values of configuration, state and plan. Was is null if the object does not
	// exist. While a Default decides on it, Planned is the framework's.
	Configured, Was, Planned attr.Value

	// Version is the version of the management interface that the client uses: 1 or 2; 0 while the provider is not
	// configured.
	Version int

	exists                 bool
	config, state, planned attributes // of the whole object
}

// attributes are those of a configuration, a plan or a state, by name.
type attributes map[string]attr.Value

// Created returns the facts of a new object of a configuration.
func Created(version int, config map[string]attr.Value) Facts {
	return Facts{Version: version, config: config, planned: config}
}

// Of describes another attribute.
func (f Facts) Of(name string) Facts {
	f.Name, f.Configured, f.Was, f.Planned = name, f.config[name], f.state[name], f.planned[name]
	return f
}

// Exists reports whether the object exists.
func (f Facts) Exists() bool { return f.exists }

// Config returns an attribute of the configuration.
func (f Facts) Config(name string) attr.Value { return f.config[name] }

// Before returns the attributes of the state, by name; null if the object does not exist.
func (f Facts) Before() map[string]attr.Value { return f.state }

// State returns an attribute of the state, null if the object does not exist.
func (f Facts) State(name string) attr.Value { return f.state[name] }

// Owned reports whether the attribute was configured before.
func (f Facts) Owned() bool { return slices.Contains(f.Record.Owned, f.Name) }
