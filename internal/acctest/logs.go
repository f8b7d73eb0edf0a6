package acctest

import (
	"bytes"
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
)

// Logs returns a context whose log is kept, for Process.WithContext and the like, and a function that returns the
// entries with a message that were logged at INFO so far.
func Logs(t *testing.T) (ctx context.Context, infos func(message string) []map[string]any) {
	t.Helper()
	var log bytes.Buffer
	return tflogtest.RootLogger(t.Context(), &log), func(message string) []map[string]any {
		t.Helper()
		entries, err := tflogtest.MultilineJSONDecode(bytes.NewReader(log.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		var found []map[string]any
		for _, entry := range entries {
			if entry["@level"] == "info" && entry["@message"] == message {
				found = append(found, entry)
			}
		}
		return found
	}
}
