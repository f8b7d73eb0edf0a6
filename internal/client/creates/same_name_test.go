package creates

import "testing"

func TestSameName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"web", "web", true}, {"Web 1", "web-1", true}, {" web ", "web", true}, {"Größe", "GRÖSSE", false},
		{"Ärger", "ärger", true}, {"web", "web2", false}, {"web", "we", false}, {"***", "***", true},
		{"***", "---", false}, {"***", "web", false},
	} {
		if sameName(test.a, test.b) != test.same || sameName(test.b, test.a) != test.same {
			t.Errorf("%q and %q: want %t", test.a, test.b, test.same)
		}
	}
}
