package provider_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty"
)

// hardImportIDs are import ids that would lead elsewhere if they were put into a URL as they are, or that look like
// another form of an import id.
var hardImportIDs = []string{
	"t1", "", " ", ".", "..", "/", "//", "a/", "/a", "a/b", "a/b/c", "../b", "a/..", "a/../../v1/pods", "./.", "a//b",
	"name:", "name:it", "name:..", "name:name:it", "NAME:it", "name: it", "name:\x00", "name:a/b",
	"%2e%2e", "a%2fb", "a%252fb/c", "..%2fpods", "a?b=c", "a/b?c=d", "a#b", "a;b", "x\x00y", "x\ny", "\r\nHost: evil\r\n",
	"//evil.example.com/x", "http://evil.example.com/", "@evil.example.com", "ä", "e\u0301", "\u200b", "\ufffd",
	"update", "a/update", "cancel/j", strings.Repeat("a/", 5000), strings.Repeat("x", 10_000),
}

// An import asks only about what its id names: by GETs, at the same host, of the same kind, with the id as one element
// of the path. What is in the state afterwards is what was asked about, and nothing is if the service has no answer.
func FuzzImport(f *testing.F) {
	for _, id := range someInShort(hardImportIDs) {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		if !utf8.ValidString(id) || len(id) > 20_000 {
			return // The protocol has no other strings.
		}
		for _, typeName := range slices.Sorted(maps.Keys(contractName)) {
			importsWhatIsNamed(t, typeName, id)
		}
	})
}

func importsWhatIsNamed(t *testing.T, typeName, id string) {
	t.Helper()
	name, byName := strings.CutPrefix(id, "name:")
	byName = byName && typeName != "podfleet_job"
	refuses := false
	p, transport := scriptedProcess(t, func(r receivedRequest) (int, string) {
		switch {
		case refuses:
			return http.StatusTeapot, `{"error":"no"}`
		case strings.HasPrefix(r.operation, "List"):
			return http.StatusOK, inJSON(t, []any{map[string]any{"id": "found", "name": name},
				map[string]any{"id": "other", "name": name + "x"}})
		default:
			return http.StatusOK, inJSON(t, map[string]any{"id": lastElement(r.URL), "name": "it",
				"status": "COMPLETED"})
		}
	})
	for _, refuses = range []bool{false, true} {
		imported, diags := p.Import(typeName, id, "")
		for _, r := range transport.requests() {
			wantsList := byName && r.operation == "List"+contractName[typeName]+"s"
			named := !byName && lastElement(r.URL) == lastOf(typeName, id) || byName && lastElement(r.URL) == "found"
			if r.Method != http.MethodGet || !wantsList && (r.operation != readOperation(typeName) || !named) {
				t.Errorf("the import of a %s by %q called %q: %s %s", typeName, id, r.operation, r.Method, r.RequestURI)
			}
			if endpoint, _, _ := strings.Cut(id, "/"); typeName == "podfleet_job" && firstElement(r.URL) != endpoint {
				t.Errorf("the import of a job by %q asked the endpoint %q", id, firstElement(r.URL))
			}
		}
		if hasError(diags) {
			continue // Core keeps nothing of a failed import.
		}
		if refuses {
			t.Errorf("the import of a %s by %q succeeds without an answer", typeName, id)
			continue
		}
		want := cty.NormalizeString(lastOf(typeName, id)) // Core keeps text in the normal form of Unicode.
		if byName {
			want = "found"
		}
		var got string
		if err := p.Attributes(typeName, imported.State)["id"].As(&got); err != nil || got != want || got == "" {
			t.Errorf("the import of a %s by %q has the id %q (%v), want %q", typeName, id, got, err, want)
		}
	}
}

// readOperation has the operation that reads an object of a type.
func readOperation(typeName string) string {
	if typeName == "podfleet_job" {
		return "GetJobStatus"
	}
	return "Get" + contractName[typeName]
}

// lastOf is the object's own id in an import id.
func lastOf(typeName, id string) string {
	if typeName == "podfleet_job" {
		_, id, _ = strings.Cut(id, "/")
	}
	return id
}

// lastElement is the last element of a URL's path, as the server understands it.
func lastElement(u *url.URL) string {
	escaped := u.EscapedPath()
	element, err := url.PathUnescape(escaped[strings.LastIndex(escaped, "/")+1:])
	if err != nil {
		return err.Error()
	}
	return element
}

// firstElement is the element of a URL's path behind the interface's version.
func firstElement(u *url.URL) string {
	elements := strings.Split(u.EscapedPath(), "/")
	element, err := url.PathUnescape(elements[min(2, len(elements)-1)])
	if err != nil {
		return err.Error()
	}
	return element
}

// inJSON encodes what a scripted service answers.
func inJSON(t *testing.T, value any) string {
	t.Helper()
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}
