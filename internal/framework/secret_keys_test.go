package framework

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

func TestSecretKeys(t *testing.T) {
	t.Parallel()
	secrets := map[string]string{"TOKEN": "hunter2", "PIN": "0000"}
	keys := HideKeys(secrets)
	kept := keys.OmitFrom(client.Some(map[string]string{"TOKEN": "other", "PIN": "", "MODE": "fast", "FOREIGN": "x"})).Or(nil)
	if len(kept) != 2 || kept["MODE"] != "fast" || kept["FOREIGN"] != "x" {
		t.Errorf("kept %v", kept)
	}
	stored, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"TOKEN", "PIN", "hunter2", "0000"} {
		if strings.Contains(string(stored), word) {
			t.Errorf("%s is stored: %s", word, stored)
		}
	}
	if again, err := json.Marshal(HideKeys(secrets)); err != nil || string(again) == string(stored) {
		t.Errorf("two objects with the same keys look the same: %s %v", again, err)
	}
	both := keys.And(map[string]string{"NEW": "1", "PIN": "2"})
	if len(both.Hashes) != 3 || both.Salt != keys.Salt || len(keys.Hashes) != 2 {
		t.Errorf("%+v of %+v", both, keys)
	}
	if !HideKeys(nil).IsEmpty() || keys.IsEmpty() {
		t.Error("empty is wrong")
	}
	absent := client.Optional[map[string]string]{}
	if _, ok := keys.OmitFrom(absent).Get(); ok {
		t.Error("an absent environment became one")
	}
}
