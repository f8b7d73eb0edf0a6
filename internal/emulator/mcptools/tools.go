package mcptools

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool is a request that an agent can have sent.
type tool struct {
	name, about string
	method      string // GET changes nothing
	path        string // with arguments in braces, and defaults in its query
	add         func(*mcp.Server, tool, Call)
}

type (
	nothing struct{}
	kind    struct {
		Kind string `json:"kind" jsonschema:"pods, endpoints, templates, networkVolumes or containerRegistryAuths"`
	}
	object struct {
		kind
		ID string `json:"id" jsonschema:"ID of the object"`
	}
	page struct {
		kind
		Before int `json:"before,omitempty" jsonschema:"number of the last object that the page before has"`
	}
	endpoint struct {
		EndpointID string `json:"endpointId" jsonschema:"ID of the endpoint"`
	}
	job struct {
		endpoint
		JobID string `json:"jobId" jsonschema:"ID of the job"`
	}
	submission struct {
		endpoint
		Input   map[string]any `json:"input" jsonschema:"input of the job, a JSON object"`
		Webhook string         `json:"webhook,omitempty" jsonschema:"URL to call when the job ends"`
	}
	requests struct {
		Operation string `json:"operation,omitempty" jsonschema:"such as CreatePod"`
		Status    string `json:"status,omitempty" jsonschema:"such as 404 or 4xx; 0 is a cut connection"`
		Limit     int    `json:"limit,omitempty" jsonschema:"the newest so many; 20 without it"`
	}
	request struct {
		RequestID string `json:"requestId" jsonschema:"number in the journal, or request ID of an error"`
	}
	advance struct {
		Advance string `json:"advance" jsonschema:"duration, such as 30s, 10m or 1h"`
	}
	fault struct {
		Operation  string `json:"operation" jsonschema:"such as CreatePod; * is any"`
		Interface  string `json:"interface,omitempty" jsonschema:"only over this interface: rest_v1, rest_v2 or queue"`
		Kind       string `json:"kind" jsonschema:"status, status_after, reset, reset_after, stall, truncate, html or pass"`
		Status     int    `json:"status,omitempty" jsonschema:"HTTP status of the error"`
		Message    string `json:"message,omitempty" jsonschema:"words of the error"`
		RetryAfter int    `json:"retry_after,omitempty" jsonschema:"seconds for the header Retry-After"`
		Count      int    `json:"count,omitempty" jsonschema:"number of requests; without it all"`
		Delay      string `json:"delay,omitempty" jsonschema:"real time that passes first, such as 2s"`
	}
)

const (
	get, post = http.MethodGet, http.MethodPost
	control   = "/_emulator/"
	queue     = "/v2/{endpointId}/"
)

var tools = []tool{
	{"list_objects", "Lists the newest 100 objects of a kind, or the 100 before a number.",
		get, control + "overview", with[page]},
	{"get_object", "Returns an object as each version of the API does, with the objects that use it.",
		get, control + "objects/{kind}/{id}", with[object]},
	{"list_jobs", "Returns an endpoint's workers, the newest 100 jobs, and why it has that many workers.",
		get, control + "endpoints/{endpointId}", with[endpoint]},
	{"get_job", "Returns a job, why it does not run yet (reason), and its history.",
		get, control + "jobs/{endpointId}/{jobId}", with[job]},
	{"submit_job", "Submits a job to an endpoint.", post, queue + "run", with[submission]},
	{"cancel_job", "Cancels a job.", post, queue + "cancel/{jobId}", with[job]},
	{"get_clock", "Returns the time on the emulator's clock.", get, control + "clock", with[nothing]},
	{"advance_clock", "Moves the clock forward. All that is due by then happens.",
		post, control + "clock", with[advance]},
	{"get_faults", "Returns the fault rules, and why a rule has not matched yet (nearest).",
		get, control + "faults", with[nothing]},
	{"set_fault", "Makes requests to the service fail. The rule replaces all others.",
		http.MethodPut, control + "faults", with[fault]},
	{"clear_faults", "Deletes all fault rules.", http.MethodDelete, control + "faults", with[nothing]},
	{"list_requests", "Returns the newest requests to the service, with bodies and the rule of each refusal.",
		get, control + "requests?limit=20", with[requests]},
	{"get_request", "Returns one request to the service.", get, control + "requests/{requestId}", with[request]},
}
