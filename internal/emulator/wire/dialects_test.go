package wire_test

import (
	"encoding/json"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// Dialects are applied in their order, to what is embedded first; answers of other kinds and errors stay as they are.
func TestDialects(t *testing.T) {
	t.Parallel()
	note := func(letter string) func(map[string]any) {
		return func(object map[string]any) {
			before, _ := object["noted"].(string)
			object["noted"] = before + letter
		}
	}
	dialects := wire.Dialects{
		Chosen: []wire.Dialect{
			{Name: "a", Rewrite: map[string]func(map[string]any){"things": note("a"), "parts": note("p")}},
			{Name: "b", Rewrite: map[string]func(map[string]any){"things": func(object map[string]any) {
				note("b")(object)
				if n, ok := object["n"].(json.Number); ok {
					object["spelled"] = n.String()
				}
			}}, Bodiless: []string{"Delete"}},
		},
		Embedded: map[string]map[string]string{"things": {"part": "parts"}},
	}
	s := start(t, func(c *wire.Config) {
		c.Dialects = dialects
		c.Routes[3].Kind = "" // of no kind
		c.Routes = append(c.Routes, wire.Route{
			Method: "PUT", Path: "/plain/others", Success: 200,
			Handle: func(*wire.Request) (any, error) { return map[string]int{"n": 1}, nil },
		})
	})
	s.answers([]any{map[string]any{"n": json.Number("1.50"), "part": map[string]any{}}}, nil)
	s.call("GET", "/plain/things", "").
		expect(t, "a list", 200, `[{"n":1.50,"noted":"ab","part":{"noted":"p"},"spelled":"1.50"}]`)
	s.answers(map[string]any{"part": []any{map[string]any{}, nil}}, nil)
	s.call("GET", "/plain/things", "").
		expect(t, "an object", 200, `{"noted":"ab","part":[{"noted":"p"},null]}`)
	s.call("DELETE", "/plain/things/x", "").expect(t, "without a body", 200, "")
	s.call("PUT", "/plain/others", "").expect(t, "of another kind", 200, `{"n":1}`)
	s.answers(nil, wire.BadRequest("no")).call("DELETE", "/plain/things/x", "").
		expect(t, "an error", 400, `{"error":"no","status":400}`)
}
