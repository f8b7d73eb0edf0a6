package emulator_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Every operation with a body reads it in the same strict way.
func TestRequestBody_strict(t *testing.T) {
	t.Parallel()
	a := start(t)
	template := a.create("/templates", `{"name":"n","imageName":"i"}`)
	volume := a.create("/networkvolumes", `{"name":"n","size":1,"dataCenterId":"EU-RO-1"}`)

	const (
		noObject = "request body must be a JSON object"
		extra    = "Extra input keys provided in request body"
	)
	for _, where := range [][2]string{
		{http.MethodPost, "/templates"},
		{http.MethodPatch, "/templates/" + template},
		{http.MethodPost, "/templates/" + template + "/update"},
		{http.MethodPost, "/networkvolumes"},
		{http.MethodPatch, "/networkvolumes/" + volume},
		{http.MethodPost, "/networkvolumes/" + volume + "/update"},
		{http.MethodPost, "/containerregistryauth"},
	} {
		for body, want := range map[string]string{
			``:                       noObject,
			` `:                      noObject,
			`{`:                      noObject,
			`{}x`:                    noObject,
			`{"name":"x"}{}`:         noObject,
			`null`:                   noObject,
			`[]`:                     noObject,
			`"{}"`:                   noObject,
			`1`:                      noObject,
			"{\"name\":\"\xff\"}":    noObject,
			`{"name":"a","nam":"b"}`: extra,
			`{"NAME":"a"}`:           extra, // Names are compared exactly.
			`{"":"a"}`:               extra,
			`{"-":"a"}`:              extra,
			`{"id":"a"}`:             extra,
			`{"name":null}`:          "name must not be null",
			`{"name":1}`:             "name: number instead of a string",
			`{"name":true}`:          "name: boolean instead of a string",
			`{"name":["a"]}`:         "name: array instead of a string",
			`{"name":{"a":"b"}}`:     "name: object instead of a string",
			`{"name":` + strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000) + `}`: noObject,
		} {
			r := a.call(where[0], where[1], body)
			if r.status != http.StatusBadRequest || r.message() != want {
				t.Errorf("%s %s %.80s\n got %d %q\nwant 400 %q", where[0], where[1], body, r.status, r.message(), want)
			}
		}
	}
}

func TestRequestBody_types(t *testing.T) {
	t.Parallel()
	a := start(t)
	id := a.create("/templates", `{"name":"n","imageName":"i"}`)

	for body, want := range map[string]string{
		`{"volumeInGb":"1"}`:                    "volumeInGb: string instead of an integer",
		`{"volumeInGb":1.0}`:                    "volumeInGb: number 1.0 instead of an integer",
		`{"volumeInGb":1.5}`:                    "volumeInGb: number instead of an integer",
		`{"volumeInGb":1e999}`:                  "request body: number 1e999 is too large",
		`{"volumeInGb":99999999999999999999}`:   "volumeInGb: number 99999999999999999999 instead of an integer",
		`{"isPublic":"true"}`:                   "isPublic: string instead of a boolean",
		`{"isPublic":1}`:                        "isPublic: number instead of a boolean",
		`{"ports":"22/tcp"}`:                    "ports: string instead of an array",
		`{"ports":{}}`:                          "ports: object instead of an array",
		`{"ports":[22]}`:                        "ports[0]: number instead of a string",
		`{"env":[]}`:                            "env: array instead of an object",
		`{"env":{"A":1}}`:                       "env.A: number instead of a string",
		`{"env":{"A":null}}`:                    "env.A must not be null",
		`{"dockerStartCmd":["a",null]}`:         "dockerStartCmd[1] must not be null",
		`{"dockerEntrypoint":[["a"]]}`:          "dockerEntrypoint[0]: array instead of a string",
		`{"category":"CPU"}`:                    "Extra input keys provided in request body",
		`{"isServerless":true}`:                 "Extra input keys provided in request body",
		`{"isPlatform":true,"volumeInGb":null}`: "Extra input keys provided in request body",
	} {
		r := a.call(http.MethodPatch, "/templates/"+id, body)
		if r.status != http.StatusBadRequest || r.message() != want {
			t.Errorf("%s\n got %d %q\nwant 400 %q", body, r.status, r.message(), want)
		}
	}
}

// Each way to break the document has words of its own.
func TestRequestBody_words(t *testing.T) {
	t.Parallel()
	a := start(t)
	const post = http.MethodPost
	a.run([]check{
		{"required", post, "/templates", `{"name":"x"}`, 400, "imageName is required"},
		{"empty", post, "/templates", `{"name":"","imageName":"i"}`, 400, "name must not be empty"},
		{"long", post, "/pods", `{"imageName":"i","name":"` + strings.Repeat("ü", 192) + `"}`, 400,
			"name must not be longer than 191 characters"},
		{"path", post, "/pods", `{"imageName":"i","volumeMountPath":"w"}`, 400,
			`volumeMountPath must be an absolute path, not "w"`},
		{"port", post, "/pods", `{"imageName":"i","ports":["22/tcp","65536/tcp"]}`, 400,
			`ports: "65536/tcp" is not <port_number>/<protocol> with protocol http or tcp`},
		{"few choices", post, "/templates", `{"name":"x","imageName":"i","category":"ARM"}`, 400,
			`category must be one of NVIDIA, AMD, CPU, not "ARM"`},
		{"many choices", post, "/pods", `{"imageName":"i","gpuTypeIds":["NVIDIA L4","RTX 1"]}`, 400,
			`gpuTypeIds "RTX 1" does not exist`},
		{"small", post, "/pods", `{"imageName":"i","minDiskBandwidthMBps":-0.5}`, 400,
			"minDiskBandwidthMBps must be at least 0, not -0.5"},
		{"large", post, "/networkvolumes", `{"name":"x","size":4001,"dataCenterId":"EU-RO-1"}`, 400,
			"size must be at most 4000, not 4001"},
		{"null inside", post, "/pods", `{"imageName":"i","env":{"volumeInGb":null}}`, 400, "env.volumeInGb must not be null"},
	})
}

// The exact body of contract 2.1: no status member, one problem a key.
func TestRequestBody_extraKeys(t *testing.T) {
	t.Parallel()
	a := start(t)
	r := a.call(http.MethodPost, "/templates", `{"name":"n","imageName":"i","zeta":1,"alpha":null}`)
	want := `{"error":"Extra input keys provided in request body",
		"problems":["property 'alpha' is not known","property 'zeta' is not known"]}`
	if r.status != http.StatusBadRequest || !equalJSON(t, r.text, want) {
		t.Errorf("%d %s", r.status, r.text)
	}
}

// 10 MiB pass; one byte more is a 400 that says so, and the journal does not keep it.
func TestRequestBody_size(t *testing.T) {
	longtest.Large(t)
	t.Parallel()
	a := start(t)
	const largest = 10 << 20
	body := func(size int) string {
		const object = `{"name":"n","imageName":"i"}`
		return object + strings.Repeat(" ", size-len(object))
	}
	a.run([]check{
		{"too large", http.MethodPost, "/templates", body(largest + 1), 400, "exceeded max body size"},
		{"far too large", http.MethodPost, "/templates", body(3 * largest), 400, "exceeded max body size"},
		{"largest", http.MethodPost, "/templates", body(largest), 200, ""},
	})
	for i, kept := range []int{len("null"), len("null"), largest} {
		if got := len(a.Requests()[i].Body); got != kept {
			t.Errorf("the journal keeps %d bytes of request %d, not %d", got, i, kept)
		}
	}
}
