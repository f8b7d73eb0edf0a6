package contracttest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// The jobs of each status, as the emulator answers them.
const (
	inQueue    = `{"id":"j","status":"IN_QUEUE"}`
	inProgress = `{"id":"j","status":"IN_PROGRESS","delayTime":1,"workerId":"w"}`
	completed  = `{"id":"j","status":"COMPLETED","delayTime":1,"executionTime":2,"workerId":"w","output":{"a":[1]},"retries":0}`
	failed     = `{"id":"j","status":"FAILED","delayTime":1,"executionTime":2,"workerId":"w","error":"e","retries":1}`
	timedOut   = `{"id":"j","status":"TIMED_OUT","delayTime":1,"executionTime":2,"workerId":"w","retries":0}`
	cancelled  = `{"id":"j","status":"CANCELLED","workerId":"","retries":0}`
	health     = `{"jobs":{"completed":1,"failed":0,"inProgress":0,"inQueue":0,"retried":0},
		"workers":{"idle":1,"initializing":0,"ready":1,"running":0,"throttled":0,"unhealthy":0}}`
)

// exchange returns a successful call of the queue.
func exchange(method, path, body, answer string) contracttest.Exchange {
	path, query, _ := strings.Cut(path, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	ex := good()
	ex.Method, ex.Path, ex.Query, ex.Body = method, "/v2/e"+path, values, []byte(body)
	ex.ResponseBody = []byte(answer)
	return ex
}

func get(path, answer string) contracttest.Exchange {
	return exchange(http.MethodGet, path, "", answer)
}

func post(path, answer string) contracttest.Exchange {
	return exchange(http.MethodPost, path, "", answer)
}

func submit(body string) contracttest.Exchange {
	return exchange(http.MethodPost, "/run", body, inQueue)
}

// refusedQueue returns an exchange with an error of the queue.
func refusedQueue(status int, body string) contracttest.Exchange {
	ex := get("/status/j", body)
	ex.Status = status
	return ex
}

func TestCheck_badQueueResponse(t *testing.T) {
	t.Parallel()
	status := func(job, from, to string) contracttest.Exchange {
		if !strings.Contains(job, from) {
			panic(from)
		}
		return get("/status/j", strings.Replace(job, from, to, 1))
	}
	counters := func(from, to string) contracttest.Exchange {
		return get("/health", strings.Replace(health, from, to, 1))
	}
	tooMany := refusedQueue(http.StatusTooManyRequests, `{"status":429,"title":"Too Many Requests","detail":"d"}`)
	unroutedREST := get("/nope", `{"error":"not found","status":404}`)
	unroutedREST.Status = http.StatusNotFound
	unroutedQueue := unroutedREST
	unroutedQueue.Path, unroutedQueue.ResponseBody = "/v1/nope",
		[]byte(`{"status":404,"title":"Not Found","detail":"not found"}`)
	created := submit(`{"input":{}}`)
	created.Status = http.StatusCreated
	handedOut := submit(`{"input":{}}`)
	handedOut.ResponseBody = []byte(completed)

	for name, ex := range map[string]contracttest.Exchange{
		"more than queued":       status(inQueue, `}`, `,"delayTime":0}`),
		"queued, retries":        status(inQueue, `}`, `,"retries":0}`),
		"no delay":               status(inProgress, `"delayTime":1,`, ``),
		"no worker in progress":  status(inProgress, `,"workerId":"w"`, ``),
		"output in progress":     status(inProgress, `}`, `,"output":1}`),
		"no worker":              status(completed, `"workerId":"w",`, ``),
		"empty worker":           status(completed, `"w"`, `""`),
		"cancelled, no worker":   status(cancelled, `"workerId":"",`, ``),
		"fraction of a delay":    status(completed, `"delayTime":1`, `"delayTime":1.5`),
		"text for a time":        status(completed, `"executionTime":2`, `"executionTime":"2"`),
		"negative time":          status(completed, `"executionTime":2`, `"executionTime":-2`),
		"fraction of retries":    status(completed, `"retries":0`, `"retries":0.5`),
		"no retries":             status(completed, `,"retries":0`, ``),
		"error of a success":     status(completed, `:0}`, `:0,"error":"e"}`),
		"object for an error":    status(failed, `"e"`, `{"message":"e"}`),
		"null error":             status(failed, `"e"`, `null`),
		"no error":               status(failed, `"error":"e",`, ``),
		"output and error":       status(failed, `}`, `,"output":1}`),
		"no status":              status(inQueue, `,"status":"IN_QUEUE"`, ``),
		"unknown status":         status(inQueue, `IN_QUEUE`, `QUEUED`),
		"no id":                  status(completed, `"id":"j",`, ``),
		"secrets":                status(completed, `:0}`, `:0,"s3Config":{}}`),
		"input":                  status(completed, `:0}`, `:0,"input":{}}`),
		"list":                   get("/status/j", "["+completed+"]"),
		"finished at once":       handedOut,
		"201":                    created,
		"cancel, still running":  post("/cancel/j", `{"id":"j","status":"IN_PROGRESS"}`),
		"cancel, whole job":      post("/cancel/j", cancelled),
		"retry, failed still":    post("/retry/j", `{"id":"j","status":"FAILED"}`),
		"purge, text":            post("/purge-queue", `{"removed":"1","status":"completed"}`),
		"purge, status":          post("/purge-queue", `{"removed":1,"status":"done"}`),
		"stream, null":           get("/stream/j", `{"status":"COMPLETED","stream":null}`),
		"stream, none":           get("/stream/j", `{"status":"COMPLETED"}`),
		"stream, bare chunks":    get("/stream/j", `{"status":"COMPLETED","stream":["x"]}`),
		"stream, more":           get("/stream/j", `{"status":"COMPLETED","stream":[],"id":"j"}`),
		"health, text":           counters(`"idle":1`, `"idle":"1"`),
		"health, fraction":       counters(`"inQueue":0`, `"inQueue":0.5`),
		"health, negative":       counters(`"inQueue":0`, `"inQueue":-1`),
		"health, unknown":        counters(`"idle":1`, `"idle":1,"outdated":0`),
		"health, no workers":     get("/health", `{"jobs":{}}`),
		"requests, bare":         get("/requests", `[]`),
		"requests, null":         get("/requests", `{"requests":null}`),
		"requests, no job":       get("/requests", `{"requests":[{"id":"j"}]}`),
		"error of the other":     refusedQueue(http.StatusNotFound, `{"error":"not found","status":404}`),
		"error without a title":  refusedQueue(http.StatusNotFound, `{"status":404,"detail":"d"}`),
		"error without a detail": refusedQueue(http.StatusNotFound, `{"status":404,"title":"t"}`),
		"error, text for status": refusedQueue(http.StatusNotFound, `{"status":"404","title":"t","detail":"d"}`),
		"409 of a status":        refusedQueue(http.StatusConflict, `{"status":409,"title":"t","detail":"d"}`),
		"409 without its code":   pausedAs(`{"status":409,"title":"t","detail":"d"}`),
		"409 of another code":    pausedAs(`{"status":409,"title":"t","detail":"d","code":"X"}`),
		"409 and more":           pausedAs(`{"status":409,"title":"t","detail":"d","code":"ENDPOINT_PAUSED","more":1}`),
		"413": refusedQueue(http.StatusRequestEntityTooLarge,
			`{"status":413,"title":"t","detail":"d"}`),
		"429, no Retry-After":             tooMany,
		"no operation, error of the REST": unroutedREST,
		"no operation, error of a queue":  unroutedQueue,
	} {
		if _, responseErr := contracttest.Check(ex); responseErr == nil {
			t.Errorf("%s: the response passed", name)
		}
	}
}

// pausedAs returns a submission with the answer of a paused endpoint.
func pausedAs(body string) contracttest.Exchange {
	ex := submit(`{"input":{}}`)
	ex.Status, ex.ResponseBody = http.StatusConflict, []byte(body)
	return ex
}
