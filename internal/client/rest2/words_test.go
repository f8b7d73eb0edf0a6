package rest2

import (
	"slices"
	"testing"
)

// The service splits args as a shell does.
func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"":                         {},
		"  \t ":                    {},
		"serve --port 80":          {"serve", "--port", "80"},
		`sh -c "echo 'a b'"`:       {"sh", "-c", "echo 'a b'"},
		`echo 'a "b" \c'`:          {"echo", `a "b" \c`},
		`a\ b "c\"d" ''`:           {"a b", `c"d`, ""},
		`joined"in one"'word'`:     {"joinedin oneword"},
		`"open to the end`:         {"open to the end"},
		"lines\nseparate\r\nwords": {"lines", "separate", "words"},
	} {
		if got := words(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
