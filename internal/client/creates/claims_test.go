package creates

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
)

// A create adopts only an object that this process does not know yet: an error can have named the object between the
// search that found it and the adoption. An object keeps the strongest of its origins.
func TestClaims(t *testing.T) {
	t.Parallel()
	all := []origin{unknownOrigin, originNamed, originState, originRun}
	for _, first := range all {
		for _, second := range all {
			var c claims
			c.know("x", first)
			c.know("x", second)
			want := max(first, second)
			if got := c.origin("x"); got != want {
				t.Errorf("%d and then %d: %d", first, second, got)
			}
			if named, known := c.isNamed("x"), c.isKnown("x"); named != (want == originNamed) || known != (want > originNamed) {
				t.Errorf("%d: named %t, known %t", want, named, known)
			}
			if claimed := c.claim("x"); claimed != (want == unknownOrigin) {
				t.Errorf("%d: claimed %t", want, claimed)
			}
			if c.origin("y") != unknownOrigin || !c.claim("y") || c.claim("y") {
				t.Error("another object is not claimed once")
			}
		}
	}
}

// The accounts of a deployment share the IDs that they know, and nothing else.
func TestAccounts_ofOneDeployment(t *testing.T) {
	t.Parallel()
	var d, elsewhere Deployment
	one, other := NewAccount(&d), NewAccount(&d)
	lostOf := func(a *Account) *lostCreates[model.Pod] { return lostCreatesOf[model.Pod](a, "pods") }
	first := lostOf(one)
	if lostOf(one) != first {
		t.Error("an account forgets its lost creates")
	}
	if lostOf(other) == first {
		t.Error("two accounts share lost creates")
	}
	if lostOf(other).claims != first.claims {
		t.Error("two accounts of a deployment do not share claims")
	}
	if lostOf(NewAccount(&elsewhere)).claims == first.claims {
		t.Error("two deployments share claims")
	}
}
