package env

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

func TestSecretKeys(t *testing.T) {
	t.Parallel()
	secrets := map[string]string{"TOKEN": "hunter2", "PIN": "0000"}
	keys := HideKeys(secrets)
	kept := keys.OmitFrom(members.Some(map[string]string{"TOKEN": "other", "PIN": "", "MODE": "fast", "FOREIGN": "x"}),
		types.MapNull(types.StringType)).Or(nil)
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
	absent := members.Optional[map[string]string]{}
	if _, ok := keys.OmitFrom(absent, types.MapNull(types.StringType)).Get(); ok {
		t.Error("an absent environment became one")
	}
}

// Where keys are lost nothing comes into env that was not there, and what is remembered beside stays hidden. It
// survives being saved.
func TestSecretKeys_lost(t *testing.T) {
	t.Parallel()
	saved, err := json.Marshal(SecretKeys{Lost: true}.And(map[string]string{"TOKEN": "hunter2"}))
	if err != nil {
		t.Fatal(err)
	}
	var keys SecretKeys
	if err := json.Unmarshal(saved, &keys); err != nil || !keys.Lost || keys.IsEmpty() ||
		(SecretKeys{Lost: true}).IsEmpty() {
		t.Errorf("%+v of %s: %v", keys, saved, err)
	}
	env := members.Some(map[string]string{"TOKEN": "hunter2", "MODE": "slow", "FOREIGN": "x"})
	prior := framework.MapOf(map[string]string{"TOKEN": "old", "MODE": "fast", "GONE": "1"})
	if kept := keys.OmitFrom(env, prior).Or(nil); len(kept) != 1 || kept["MODE"] != "slow" {
		t.Errorf("kept %v", kept)
	}
	if _, ok := keys.OmitFrom(env, types.MapNull(types.StringType)).Get(); ok {
		t.Error("an env of null became one")
	}
	if HideKeys(nil).Lost || HideKeys(map[string]string{"A": "1"}).Lost {
		t.Error("what is remembered anew is lost")
	}
}
