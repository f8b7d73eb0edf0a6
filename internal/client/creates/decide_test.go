package creates

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// lostVolume is a lost create of a volume with this request, whose result can be any of the volumes with these ids.
func lostVolume(
	in string, ids string, tune ...func(*lostCreate[model.NetworkVolume]),
) *lostCreate[model.NetworkVolume] {
	l := &lostCreate[model.NetworkVolume]{
		in: in, name: "n", isNew: func(model.NetworkVolume) bool { return true },
		compare: func(v model.NetworkVolume) comparison {
			if strings.Contains(ids, v.ID) {
				return comparison{}
			}
			return comparison{differences: []string{"size"}}
		},
		resembles: func(model.NetworkVolume) bool { return false },
	}
	for _, f := range tune {
		f(l)
	}
	return l
}

// errTimeout is a failure after which the service may still carry out the request.
var errTimeout = &transport.Error{Kind: transport.KindUnavailable, Status: http.StatusGatewayTimeout}

// Equal creates get one object each, in any order. Everything else is in doubt.
func TestDecide(t *testing.T) {
	t.Parallel()
	type create = *lostCreate[model.NetworkVolume]
	ended := func(l create) { l.state = createGaveUp }
	late := func(l create) { l.failure = errTimeout }
	unnamed := func(l create) { l.name = "" }
	hides := func(l create) {
		l.compare = func(model.NetworkVolume) comparison { return comparison{missing: []string{"dataCenterId"}} }
	}
	for name, test := range map[string]struct {
		lost    []create
		objects string
		named   string
		want    string // for each create: an id, a doubt's number, or - for nothing
	}{
		"one":         {lost: []create{lostVolume("a", "x")}, objects: "x", want: "x"},
		"nothing":     {lost: []create{lostVolume("a", "x")}, objects: "y", want: "-"},
		"two for one": {lost: []create{lostVolume("a", "xy")}, objects: "xy", want: "D1"},
		"two equal": {
			lost: []create{lostVolume("a", "xy"), lostVolume("a", "xy")}, objects: "xy", want: "x y",
		},
		"one for two equal": {
			lost: []create{lostVolume("a", "x"), lostVolume("a", "x")}, objects: "x", want: "x -",
		},
		"one that can still act is last": {
			lost: []create{lostVolume("a", "x", late), lostVolume("a", "x")}, objects: "x", want: "- x",
		},
		"three for two": {
			lost: []create{lostVolume("a", "xyz"), lostVolume("a", "xyz")}, objects: "xyz", want: "D1 D1",
		},
		"each its own": {
			lost: []create{lostVolume("a", "x"), lostVolume("b", "y")}, objects: "xy", want: "x y",
		},
		"differing, looking the same": {
			lost: []create{lostVolume("a", "xy"), lostVolume("b", "xy")}, objects: "xy", want: "D2 D2",
		},
		"differing, one object": {
			lost: []create{lostVolume("a", "x"), lostVolume("b", "x")}, objects: "x", want: "D2 D2",
		},
		"one of them its own besides": {
			lost: []create{lostVolume("a", "xy"), lostVolume("b", "y")}, objects: "xy", want: "D2 D2",
		},
		"three, and one fits more": {
			lost: []create{lostVolume("a", "x"), lostVolume("a", "x"), lostVolume("a", "xyz")}, objects: "xyz",
			want: "x - D1",
		},
		"one of another time": {
			lost: []create{lostVolume("a", "x"), lostVolume("a", "yz")}, objects: "xyz", want: "x D1",
		},
		"one of overlapping times": {
			lost: []create{lostVolume("a", "xy"), lostVolume("a", "yz"), lostVolume("a", "z")}, objects: "xyz",
			want: "x y z",
		},
		"doubt that spreads": {
			lost: []create{lostVolume("a", "xy"), lostVolume("a", "yzw")}, objects: "xyzw", want: "D1 D1",
		},
		"one fits fewer": {
			lost: []create{lostVolume("a", "xy"), lostVolume("a", "x")}, objects: "xy", want: "y x",
		},
		"the other ended, equal": {
			lost: []create{lostVolume("a", "x", ended), lostVolume("a", "x")}, objects: "x", want: "- x",
		},
		"the other ended, and two": {
			lost: []create{lostVolume("a", "xy", ended), lostVolume("a", "xy")}, objects: "xy", want: "- D1",
		},
		"the other ended, differing": {
			lost: []create{lostVolume("a", "x", ended), lostVolume("b", "x")}, objects: "x", want: "- D2",
		},
		"no name": {lost: []create{lostVolume("a", "x", unnamed)}, objects: "x", want: "x"},
		"no name, twice": {
			lost: []create{lostVolume("a", "x", unnamed), lostVolume("a", "y", unnamed)}, objects: "x", want: "D2 -",
		},
		"not shown":             {lost: []create{lostVolume("a", "x", hides)}, objects: "x", want: "D3"},
		"an error has named it": {lost: []create{lostVolume("a", "x")}, objects: "x", named: "x", want: "D1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var objects []model.NetworkVolume
			for _, id := range strings.Split(test.objects, "") {
				objects = append(objects, model.NetworkVolume{ID: id})
			}
			decide(test.lost, objects, func(id string) bool { return id == test.named })
			var got []string
			for _, l := range test.lost {
				switch {
				case l.last.object != nil:
					got = append(got, l.last.object.ID)
				case l.last.doubt != noDoubt && l.state == createSearching:
					got = append(got, fmt.Sprint("D", int(l.last.doubt)))
				default:
					got = append(got, "-")
				}
			}
			if text := strings.Join(got, " "); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
}

// For random creates and objects: no create gets an object that cannot be its result, no two get the same one, and no
// object that can be the result of a successful create is left over.
func TestDecide_random(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // It has to repeat.
	for range 5000 {
		var lost []*lostCreate[model.NetworkVolume]
		fits := map[*lostCreate[model.NetworkVolume]]string{}
		for range 1 + random.IntN(4) {
			ids := ""
			for _, id := range []string{"v", "w", "x", "y"} {
				if random.IntN(2) == 0 {
					ids += id
				}
			}
			l := lostVolume(fmt.Sprint(random.IntN(2)), ids)
			if random.IntN(4) == 0 {
				l.state = createGaveUp
			}
			if random.IntN(2) == 0 {
				l.failure = errTimeout
			}
			lost, fits[l] = append(lost, l), ids
		}
		var objects []model.NetworkVolume
		for _, id := range []string{"v", "w", "x", "y"}[:random.IntN(5)] {
			objects = append(objects, model.NetworkVolume{ID: id})
		}
		decide(lost, objects, func(string) bool { return false })
		var taken []string
		for _, l := range lost {
			if l.last.object == nil {
				continue
			}
			id := l.last.object.ID
			if !strings.Contains(fits[l], id) || slices.Contains(taken, id) || l.state != createSearching {
				t.Fatalf("%v of %v: %s is not its own", fits, taken, id)
			}
			taken = append(taken, l.last.object.ID)
		}
		for _, l := range lost {
			for _, object := range objects {
				if l.last.object != nil && strings.Contains(fits[l], object.ID) && !slices.Contains(taken, object.ID) {
					t.Fatalf("%v took %v, and %s is left over", fits, taken, object.ID)
				}
			}
		}
	}
}
