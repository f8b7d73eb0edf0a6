package importer

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func TestResourceNames(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		objects  []named
		reserved map[string]bool
		want     map[string]string
	}{
		{[]named{{"a", "Web Server!"}, {"b", "9lives"}, {"c", ""}, {"d", "数据"}}, nil,
			map[string]string{"a": "web_server_a", "b": "network_volume_9lives_b", "c": "network_volume_c",
				"d": "network_volume_d"}},
		{[]named{{"x1", "web"}, {"x2", "WEB"}, {"x3", "w-e-b"}}, nil,
			map[string]string{"x1": "web_x1", "x2": "web_x2", "x3": "w_e_b_x3"}},
		// A name that another object has with its ID, and IDs whose parts could belong to the name.
		{[]named{{"x1", "web"}, {"x2", "web_x1"}, {"a_b", "web"}, {"b", "web_a"}, {"b2", "web_a_5f"}}, nil,
			map[string]string{"x1": "web_x1", "x2": "web_x1_x2", "a_b": "web__a_5f_b", "b": "web_a_b", "b2": "web_a_5f_b2"}},
		{[]named{{"x1", "web"}}, map[string]bool{"web_x1": true}, map[string]string{"x1": "web_x1_x1"}},
		{[]named{{"a-b", "web"}, {"a_b", "web"}, {"aB", "web"}}, nil,
			map[string]string{"a-b": "web__a_2d_b", "a_b": "web__a_5f_b", "aB": "web_aB"}},
	} {
		if got := resourceNames("network volume", test.objects, test.reserved); !maps.Equal(got, test.want) {
			t.Errorf("%v: %v", test.objects, got)
		}
	}
}

// The name of an object's resource stays while the account grows and shrinks, whatever the names of the other objects
// are and in whatever order they are listed.
func TestResourceNames_growingAccount(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // The same every time.
		names := []string{"data", "Data!", "data_a1", "data-a1", "DATA", "", "!", "9", "data a1 a2", "data_",
			"network volume"}
		first := map[string]string{}
		var account []named
		for i := range 40 {
			id := fmt.Sprintf("%s%d", []string{"a", "Z", "9", "a_", "a-"}[rng.IntN(5)], i)
			account = append(account, named{id, names[rng.IntN(len(names))]})
			rng.Shuffle(len(account), func(i, j int) { account[i], account[j] = account[j], account[i] })
			if rng.IntN(4) == 0 {
				account = account[1:]
			}
			taken := map[string]string{}
			for id, name := range resourceNames("network volume", account, nil) {
				if was, known := first[id]; known && was != name {
					t.Fatalf("seed %d: %s was %s, and is %s among %v", seed, id, was, name, account)
				}
				first[id] = name
				if other, is := taken[name]; is {
					t.Fatalf("seed %d: %s and %s are both %s", seed, id, other, name)
				}
				taken[name] = id
			}
		}
	}
}

func FuzzResourceNames(f *testing.F) {
	f.Add("web", "Web", "web_1", "1", "2", "3")
	f.Add("", "${x}", "\xff", "a", "a_", "_a")
	f.Add("web_a", "web", "web_a_5f", "b", "a_b", "5f_b")
	f.Fuzz(func(t *testing.T, a, b, c, x, y, z string) {
		if x == y || y == z || x == z {
			t.Skip()
		}
		names := resourceNames("pod", []named{{x, a}, {y, b}, {z, c}}, nil)
		seen := map[string]bool{}
		for id, name := range names {
			if !hclsyntax.ValidIdentifier(name) || seen[name] {
				t.Errorf("%q", names)
			}
			seen[name] = true
			for _, o := range []named{{x, a}, {y, b}, {z, c}} {
				if alone := resourceNames("pod", []named{o}, nil)[id]; o.id == id && alone != name {
					t.Errorf("%q is %s alone, and %s among others", o, alone, name)
				}
			}
		}
	})
}
