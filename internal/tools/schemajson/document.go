package main

import "github.com/hashicorp/terraform-plugin-go/tftypes"

// The types below are the document that `terraform providers schema -json` prints: the names, the order and the rules
// about empty members are Terraform's own.

type document struct {
	FormatVersion string                     `json:"format_version"`
	Providers     map[string]providerSchemas `json:"provider_schemas,omitempty"`
}

type providerSchemas struct {
	Provider           schema                    `json:"provider"`
	Resources          map[string]schema         `json:"resource_schemas,omitempty"`
	DataSources        map[string]schema         `json:"data_source_schemas,omitempty"`
	EphemeralResources map[string]schema         `json:"ephemeral_resource_schemas,omitempty"`
	ListResources      map[string]schema         `json:"list_resource_schemas,omitempty"`
	Functions          map[string]function       `json:"functions,omitempty"`
	ResourceIdentities map[string]identitySchema `json:"resource_identity_schemas,omitempty"`
	Actions            map[string]actionSchema   `json:"action_schemas,omitempty"`
}

type schema struct {
	Version int64 `json:"version"`
	Block   block `json:"block"`
}

// actionSchema has no version, because an action has no state.
type actionSchema struct {
	Block block `json:"block"`
}

type block struct {
	Attributes         map[string]attribute   `json:"attributes,omitempty"`
	BlockTypes         map[string]nestedBlock `json:"block_types,omitempty"`
	Description        string                 `json:"description,omitempty"`
	DescriptionKind    string                 `json:"description_kind,omitempty"`
	Deprecated         bool                   `json:"deprecated,omitempty"`
	DeprecationMessage string                 `json:"deprecation_message,omitempty"`
}

type nestedBlock struct {
	NestingMode string `json:"nesting_mode,omitempty"`
	Block       block  `json:"block"`
	MinItems    int64  `json:"min_items,omitempty"`
	MaxItems    int64  `json:"max_items,omitempty"`
}

// attribute has either a type or a nested type. A tftypes.Type marshals to the notation of the document by itself.
type attribute struct {
	Type               tftypes.Type `json:"type,omitempty"`
	NestedType         *nestedType  `json:"nested_type,omitempty"`
	Description        string       `json:"description,omitempty"`
	DescriptionKind    string       `json:"description_kind,omitempty"`
	Deprecated         bool         `json:"deprecated,omitempty"`
	DeprecationMessage string       `json:"deprecation_message,omitempty"`
	Required           bool         `json:"required,omitempty"`
	Optional           bool         `json:"optional,omitempty"`
	Computed           bool         `json:"computed,omitempty"`
	Sensitive          bool         `json:"sensitive,omitempty"`
	WriteOnly          bool         `json:"write_only,omitempty"`
}

type nestedType struct {
	Attributes  map[string]attribute `json:"attributes,omitempty"`
	NestingMode string               `json:"nesting_mode,omitempty"`
}

type identitySchema struct {
	Version    int64                        `json:"version"`
	Attributes map[string]identityAttribute `json:"attributes,omitempty"`
}

type identityAttribute struct {
	Type              tftypes.Type `json:"type,omitempty"`
	Description       string       `json:"description,omitempty"`
	RequiredForImport bool         `json:"required_for_import,omitempty"`
	OptionalForImport bool         `json:"optional_for_import,omitempty"`
}

type function struct {
	Description        string       `json:"description,omitempty"`
	Summary            string       `json:"summary,omitempty"`
	DeprecationMessage string       `json:"deprecation_message,omitempty"`
	ReturnType         tftypes.Type `json:"return_type"`
	Parameters         []parameter  `json:"parameters,omitempty"`
	VariadicParameter  *parameter   `json:"variadic_parameter,omitempty"`
}

type parameter struct {
	Name        string       `json:"name,omitempty"`
	Description string       `json:"description,omitempty"`
	IsNullable  bool         `json:"is_nullable,omitempty"`
	Type        tftypes.Type `json:"type"`
}
