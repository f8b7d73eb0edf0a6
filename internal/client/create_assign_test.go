package client

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// lostOf is a lost create that may have made the objects whose ids are letters of may.
func lostOf(sent int, may string) *lostCreate[NetworkVolume] {
	return &lostCreate[NetworkVolume]{sent: sent, mayBe: func(v NetworkVolume) bool { return strings.Contains(may, v.ID) }}
}

func volumesOf(ids string) []NetworkVolume {
	var all []NetworkVolume
	for _, id := range ids {
		all = append(all, NetworkVolume{ID: string(id)})
	}
	return all
}

func TestAssign(t *testing.T) {
	t.Parallel()
	type result = lostCreate[NetworkVolume]
	givenUp := func(sent int, may string) *result {
		l := lostOf(sent, may)
		l.givenUp = true
		return l
	}
	for name, test := range map[string]struct {
		lost    []*result
		objects string
		want    string // what each gets: an id, - for nothing, ? for one of several
	}{
		"one":                               {[]*result{lostOf(1, "a")}, "a", "a"},
		"nothing new":                       {[]*result{lostOf(1, "")}, "ab", "-"},
		"nothing":                           {[]*result{lostOf(1, "a")}, "", "-"},
		"one of two":                        {[]*result{lostOf(1, "ab")}, "ab", "?"},
		"two equal":                         {[]*result{lostOf(1, "ab"), lostOf(1, "ab")}, "ab", "ba"},
		"two equal, one object":             {[]*result{lostOf(1, "a"), lostOf(1, "a")}, "a", "a-"},
		"two equal, three objects":          {[]*result{lostOf(1, "abc"), lostOf(1, "abc")}, "abc", "??"},
		"the one that says more goes first": {[]*result{lostOf(1, "ab"), lostOf(2, "a")}, "ab", "ba"},
		"and alone":                         {[]*result{lostOf(1, "a"), lostOf(2, "a")}, "a", "-a"},
		"what only one may be":              {[]*result{lostOf(1, "a"), lostOf(1, "ab")}, "ab", "ab"},
		"in the other order":                {[]*result{lostOf(1, "ab"), lostOf(1, "a")}, "ab", "ba"},
		"foreign to the one that says less": {
			[]*result{lostOf(1, "abc"), lostOf(2, "a")}, "abc", "?a",
		},
		"foreign to both":         {[]*result{lostOf(1, "abc"), lostOf(2, "ab")}, "abc", "??"},
		"foreign to another":      {[]*result{lostOf(1, "ab"), lostOf(1, "c")}, "abc", "?c"},
		"one that was given up":   {[]*result{givenUp(2, "ab"), lostOf(1, "ab")}, "ab", "ab"},
		"it comes last":           {[]*result{givenUp(2, "a"), lostOf(1, "a")}, "a", "-a"},
		"and one object too many": {[]*result{givenUp(2, "abc"), lostOf(1, "abc")}, "abc", "??"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := assigned(test.lost, volumesOf(test.objects)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func assigned(lost []*lostCreate[NetworkVolume], objects []NetworkVolume) string {
	all := assign(lost, objects)
	got := ""
	for _, l := range lost {
		found := all[slices.IndexFunc(all, func(a assignment[NetworkVolume]) bool { return a.lost == l })]
		switch {
		case len(found.rivals) > 0:
			got += "?"
		case found.object == nil:
			got += "-"
		default:
			got += found.object.ID
		}
	}
	return got
}

// Whatever may have made what: nobody gets what it cannot have made, nothing is given twice, and nobody goes without
// while what it may have made is left, unless that is said.
func TestAssign_random(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7)) //nolint:gosec // No secret.
	for range 20000 {
		const letters = "abcdef"
		objects := letters[:random.IntN(len(letters)+1)]
		var lost []*lostCreate[NetworkVolume]
		var may []string
		for range random.IntN(6) {
			one := ""
			for _, id := range objects {
				if random.IntN(2) == 0 {
					one += string(id)
				}
			}
			may = append(may, one)
			lost = append(lost, lostOf(random.IntN(3), one))
		}
		got := assigned(lost, volumesOf(objects))
		taken := strings.NewReplacer("-", "", "?", "").Replace(got)
		problem := ""
		for i := range lost {
			switch one := string(got[i]); {
			case one == "?":
			case one == "-":
				if left := strings.Trim(may[i], taken); left != "" && !strings.Contains(got, "?") {
					problem = fmt.Sprintf("%d goes without, and %s is left", i, left)
				}
			case !strings.Contains(may[i], one) || strings.Count(got, one) > 1:
				problem = fmt.Sprintf("%s is not %d's", one, i)
			}
		}
		if problem != "" {
			t.Fatalf("%s: of %s, %q got %s", problem, objects, may, got)
		}
	}
}
