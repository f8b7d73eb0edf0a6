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
	// Inherited are the variables of a pod from its template or from the service: see framework.InheritedKeysKey.
	Inherited env.SecretKeys
	// Applied is the digest of a template's configuration applied last: see framework.AppliedConfigKey.
	Applied string
	// NotReturned are references that no answer has returned since the import: see framework.NotReturnedKey.
	NotReturned []string
	// Over is the version of the management interface that has written the object: see framework.WrittenOver.
	Over int
}

// Load reads the record of an object.
func Load(ctx context.Context, private framework.PrivateReader) (r Record, diags diag.Diagnostics) {
	var found [3]diag.Diagnostics
	r.Imported, found[0] = framework.Imported(ctx, private)
	r.Env, found[1] = env.LoadSecretKeys(ctx, private)
	r.Over, found[2] = framework.WrittenOver(ctx, private)
	diags = slices.Concat(found[:]...)
	recall(ctx, private, framework.OwnedKey, &r.Owned, &diags)
	recall(ctx, private, framework.InheritedKeysKey, &r.Inherited, &diags)
	recall(ctx, private, framework.AppliedConfigKey, &r.Applied, &diags)
	recall(ctx, private, framework.NotReturnedKey, &r.NotReturned, &diags)
	return r, diags
}

// recall reads what is under a key.
func recall[T any](
	ctx context.Context, private framework.PrivateReader, key string, into *T, diags *diag.Diagnostics,
) {
	value, found := framework.Recall[T](ctx, private, key)
	*into = value
	diags.Append(found...)
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
