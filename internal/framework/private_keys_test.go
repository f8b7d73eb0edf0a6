package framework

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// States hold these keys: one that is renamed is a loss of what states remember.
func TestPrivateKeys_keepTheirNames(t *testing.T) {
	t.Parallel()
	for key, stored := range map[string]string{
		AddressKey:  "address",
		importedKey: "imported", OwnedKey: "own", writtenOverKey: "kept", NotReturnedKey: "untold",
		SecretKeysKey: "secret_env", InheritedKeysKey: "inherited_env", AppliedConfigKey: "applied_config",
	} {
		if key != stored {
			t.Errorf("%q was stored as %q", key, stored)
		}
	}
}

// storedAs is private state with one text under every key.
type storedAs string

func (s storedAs) GetKey(context.Context, string) ([]byte, diag.Diagnostics) { return []byte(s), nil }

// Earlier versions of the provider stored the version beside names of attributes, and before that the names alone.
func TestWrittenOver_earlierStates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 1, `["readme"]`: 1, `{"over":1,"kept":["readme"]}`: 1, `{"over":2,"kept":["readme"]}`: 2, `{"over":2}`: 2,
	} {
		if got, diags := WrittenOver(t.Context(), storedAs(text)); got != want || diags.HasError() {
			t.Errorf("%s: version %d, want %d", text, got, want)
		}
	}
}
