package prose

import "testing"

// lengths are the words that a guide may have, without blocks of code: a reader of a task finds one page, and details
// have pages of their own. A code span counts as one word.
var lengths = map[string]int{
	"templates/guides/changes.md":         1060,
	"templates/guides/failed-requests.md": 1500,
	"templates/guides/getting-started.md": 470,
	"templates/guides/importing.md":       2600,
	"templates/guides/jobs.md":            1000,
	"templates/guides/large-fleets.md":    550,
	"templates/guides/secrets.md":         600,
	"templates/guides/troubleshooting.md": 1100,
}

func TestGuides_areShort(t *testing.T) {
	t.Parallel()
	for path, most := range lengths {
		texts, err := Document(root, path)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, text := range texts {
			for _, sentence := range Sentences(text.Text) {
				n += Words(sentence)
			}
		}
		if n > most {
			t.Errorf("%s has %d words, and may have %d", path, n, most)
		}
		t.Logf("%s: %d of %d words", path, n, most)
	}
}
