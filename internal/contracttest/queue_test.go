package contracttest_test

import (
	"fmt"
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

func TestCheck_goodQueue(t *testing.T) {
	t.Parallel()
	const title = `{"status":404,"title":"Not Found","detail":"job not found"}`
	paused := submit(`{"input":{}}`)
	paused.Status = http.StatusConflict
	paused.ResponseBody = []byte(`{"status":409,"title":"Conflict","detail":"the endpoint is paused","code":"ENDPOINT_PAUSED"}`)
	nowhere := get("/nope", `{"status":404,"title":"Not Found","detail":"not found"}`)
	nowhere.Status = http.StatusNotFound
	openAI := exchange(http.MethodPost, "/openai/v1/chat/completions?a=b", `{"model":"m"}`, `{"anything":null}`)
	escaped := get("/status/..%2Fx", completed)

	exchanges := []contracttest.Exchange{
		submit(`{"input":{}}`),
		submit(`{"input":{"a":null,"b":[{"c":1}]},"webhook":"https://h/p?q","policy":{"executionTimeout":5000,"lowPriority":true,"ttl":604800000},
			"s3Config":{"accessId":"a","accessSecret":"s","bucketName":"b","endpointUrl":"u"}}`),
		exchange(http.MethodPost, "/runsync?wait=1000", `{"input":{}}`, completed),
		exchange(http.MethodPost, "/runsync?wait=1", `{"input":{}}`, inQueue), // Clamped, not refused.
		post("/status/j", cancelled), post("/status-sync/j?wait=5", failed), get("/status-sync/j", timedOut),
		get("/stream/j?wait=9000", `{"status":"IN_PROGRESS","stream":[{"output":null},{"output":"x"},{"output":{"a":1}}]}`),
		post("/stream/j", `{"status":"COMPLETED","stream":[]}`),
		post("/cancel/j", `{"id":"j","status":"COMPLETED"}`),
		exchange(http.MethodPost, "/cancel/j", `{}`, `{"id":"j","status":"CANCELLED"}`),
		post("/retry/j", inQueue), post("/purge-queue", `{"removed":0,"status":"completed"}`),
		get("/health", health), get("/health", `{"jobs":{},"workers":{"ready":1}}`),
		get("/requests", fmt.Sprintf(`{"requests":[%s,%s]}`, completed, inQueue)), get("/requests", `{"requests":[]}`),
		paused, nowhere, openAI, escaped, refusedQueue(http.StatusNotFound, title),
	}
	for _, job := range []string{inQueue, inProgress, completed, failed, timedOut, cancelled} {
		exchanges = append(exchanges, get("/status/j", job))
	}
	exchanges = append(exchanges, get("/status/j", strings.Replace(completed, `{"a":[1]}`, "null", 1)))
	for _, ex := range exchanges {
		requestErr, responseErr := contracttest.Check(ex)
		if ex.Path == nowhere.Path {
			requestErr = nil // It names no operation.
		}
		if requestErr != nil || responseErr != nil {
			t.Errorf("%s %s %s %s:\nrequest: %v\nresponse: %v", ex.Method, ex.Path, ex.Body, ex.ResponseBody,
				requestErr, responseErr)
		}
	}
}

func TestCheck_badQueueRequest(t *testing.T) {
	t.Parallel()
	policy := func(member string) contracttest.Exchange {
		return submit(`{"input":{},"policy":{` + member + `}}`)
	}
	noKey := get("/health", health)
	noKey.Header.Del("Authorization")
	onREST := submit(`{"input":{}}`)
	onREST.Path = "/v1/e/run"
	volumes := get("", "[]")
	volumes.Path = "/v2/networkvolumes"

	for name, ex := range map[string]contracttest.Exchange{
		"no input":             submit(`{"webhook":"https://h"}`),
		"null input":           submit(`{"input":null}`),
		"text for input":       submit(`{"input":"x"}`),
		"list for input":       submit(`{"input":[]}`),
		"no body":              submit(``),
		"webhook, no URL":      submit(`{"input":{},"webhook":"h"}`),
		"webhook, not http":    submit(`{"input":{},"webhook":"ftp://h"}`),
		"null webhook":         submit(`{"input":{},"webhook":null}`),
		"misspelt key":         submit(`{"input":{},"webHook":"https://h"}`),
		"misspelt policy":      policy(`"executiontimeout":5000`),
		"misspelt s3Config":    submit(`{"input":{},"s3Config":{"bucket":"b"}}`),
		"number for s3Config":  submit(`{"input":{},"s3Config":{"bucketName":1}}`),
		"short time-out":       policy(`"executionTimeout":4999`),
		"long time-out":        policy(`"executionTimeout":604800001`),
		"fraction of time-out": policy(`"executionTimeout":5000.5`),
		"text for time-out":    policy(`"executionTimeout":"5000"`),
		"short ttl":            policy(`"ttl":9999`),
		"long ttl":             policy(`"ttl":604800001`),
		"text for priority":    policy(`"lowPriority":"true"`),
		"list for policy":      submit(`{"input":{},"policy":[]}`),
		"wait, no number":      exchange(http.MethodPost, "/runsync?wait=9s", `{"input":{}}`, completed),
		"wait of run":          exchange(http.MethodPost, "/run?wait=9000", `{"input":{}}`, inQueue),
		"wait of status":       get("/status/j?wait=9000", completed),
		"body of a cancel":     exchange(http.MethodPost, "/cancel/j", `{"id":"j"}`, cancelled),
		"cancel by GET":        get("/cancel/j", `{"id":"j","status":"CANCELLED"}`),
		"no job":               get("/status/", completed),
		"two elements":         get("/status/j/k", completed),
		"no key":               noKey,
		"on the other base":    onREST,
		"of the other base":    volumes,
	} {
		if requestErr, _ := contracttest.Check(ex); requestErr == nil {
			t.Errorf("%s: the request passed", name)
		}
	}
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
