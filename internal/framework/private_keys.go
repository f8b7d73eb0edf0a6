package framework

// The keys of private state, which states hold: a key keeps its name and the shape of its JSON for good. A refresh
// keeps the keys that a Read does not write. All of it is missing in states of provider versions that did not know it,
// and after a provider process died in an update: the CLI then keeps the attributes alone.
const (
	// AddressKey: a random text, the mark of the address. Create and ImportState write it; Read reads it, to find one
	// object at two addresses. Missing: Read compares nothing.
	AddressKey = "address"

	// importedKey: true while the object has the mark of an import. ImportState writes it. Plans and updates read it, to
	// adopt the first configured values of attributes that the service did not return. An Update that has adopted all of
	// them drops it; a pod's never does. Missing: the provider created the object, or has adopted all.
	importedKey = "imported"

	// OwnedKey: names of attributes that were configured, for those that fall back to a default when they are taken out
	// of the configuration. Create and Update of endpoints write it; their plans read it. Missing: none was.
	OwnedKey = "own"

	// NotReturnedKey: names of references of an imported pod that no answer has returned; null alone would say that the
	// object has no value. The pod's Read writes it after an import, and it and Update shorten it; plan and update read
	// it. Missing: all were returned.
	NotReturnedKey = "untold"

	// writtenOverKey: an object whose member over is the version of the management interface that has written the state;
	// other members are of earlier versions of the provider. Create, Read and Update of all five objects write it over
	// version 2; Read, plan, Update and Delete read it: see RefuseOlder. Missing: version 1.
	writtenOverKey = "kept"

	// SecretKeysKey: an env.SecretKeys, the variables that came from env_wo. Create and Update of templates and pods write
	// it, and of endpoints with container settings of their own; Update also before it sends any, and ImportState; Read,
	// plan and Update read it. Missing: none if the object has the mark of an import, else they are lost: see
	// env.SecretKeys.Lost.
	SecretKeysKey = "secret_env"

	// InheritedKeysKey: an env.SecretKeys, the variables that a pod has from its template. They are in no configuration,
	// can be secret, and are left out of env by the same means. Written and read like
	// SecretKeysKey, and by the Read after an import. Missing: there are none.
	InheritedKeysKey = "inherited_env"

	// AppliedConfigKey: a string, the digest of a template's configuration that was last applied. Create and Update
	// write it. So does a Read that finds none, or that of an earlier version of the provider, which covers the registry
	// credentials too, or other variables while none is configured: see env.SecretKeys.Unowned. Plans and updates read
	// it, for config_hash. Missing: the state stands in for it.
	AppliedConfigKey = "applied_config"
)
