package emulator_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// exampleT stands for the *testing.T of a test.
type exampleT struct{ cleanups []func() }

func (t *exampleT) Helper()                           {}
func (t *exampleT) Cleanup(f func())                  { t.cleanups = append(t.cleanups, f) }
func (t *exampleT) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (t *exampleT) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// end runs the cleanups, as the end of a test does.
func (t *exampleT) end() {
	for _, f := range t.cleanups {
		f()
	}
}

// request sends one and returns the status and the body of its answer.
func request(server *emulator.Server, method, url, body string) string {
	request, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	request.Header.Set("Authorization", "Bearer "+server.APIKey())
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d %s", response.StatusCode, text)
}

// A test starts an emulator of its own. It ends with the test.
func ExampleStart() {
	t := &exampleT{} // in a test, its *testing.T
	defer t.end()
	server := emulator.Start(t, emulator.Options{Seed: 1})

	const volume = `{"name":"models","size":10,"dataCenterId":"EU-RO-1"}`
	fmt.Print(request(server, "POST", server.RESTURL()+"/networkvolumes", volume))
	// Output:
	// 200 {"id":"9d56k73dtk","name":"models","size":10,"dataCenterId":"EU-RO-1"}
}

// A fault is injected into the operations that it names, here into one request.
func ExampleServer_SetFaults() {
	t := &exampleT{}
	defer t.end()
	server := emulator.Start(t)

	server.SetFaults(emulator.Fault{
		Operation: emulator.OpListTemplates, Kind: emulator.FaultStatus, Status: http.StatusServiceUnavailable,
		Count: 1,
	})
	fmt.Print(request(server, "GET", server.RESTURL()+"/templates", ""))
	fmt.Print(request(server, "GET", server.RESTURL()+"/templates", ""))
	// Output:
	// 503 {"error":"service unavailable","status":503}
	// 200 []
}

// Time moves when it is told, and what is due by then has happened.
func ExampleServer_Advance() {
	t := &exampleT{}
	defer t.end()
	server := emulator.Start(t, emulator.Options{PodStartDelay: time.Minute})
	request(server, "POST", server.RESTURL()+"/pods", `{"name":"trainer","imageName":"trainer:1"}`)

	ready := func() bool { return server.Objects(emulator.KindPods)[0]["publicIp"] != nil }
	fmt.Println(server.Now().Format(time.TimeOnly), ready())
	server.Advance(time.Minute)
	fmt.Println(server.Now().Format(time.TimeOnly), ready())
	// Output:
	// 00:00:00 false
	// 00:01:00 true
}

// Objects can be made and changed behind the API's back, as somebody else would in the console.
func ExampleServer_PutObject() {
	t := &exampleT{}
	defer t.end()
	server := emulator.Start(t)

	err := server.PutObject(emulator.KindNetworkVolumes, "v1", map[string]any{"name": "data", "size": 50})
	fmt.Println(err)
	fmt.Print(request(server, "GET", server.RESTURL()+"/networkvolumes/v1", ""))
	err = server.PatchObject(emulator.KindNetworkVolumes, "v1", map[string]any{"size": "large"})
	fmt.Println(err)
	// Output:
	// <nil>
	// 200 {"id":"v1","name":"data","size":50,"dataCenterId":"EU-RO-1"}
	// request body: NetworkVolumeMembers.size cannot be string
}

// The journal has every request to the service, whatever became of it.
func ExampleServer_Requests() {
	t := &exampleT{}
	defer t.end()
	server := emulator.Start(t)
	request(server, "POST", server.RESTURL()+"/templates", `{"name":"web"}`)
	request(server, "GET", server.RESTURL()+"/templates", "")

	for _, request := range server.Requests(emulator.OpCreateTemplate) {
		fmt.Println(request.Seq, request.Method, request.Path, request.Status, string(request.Body))
	}
	// Output:
	// 1 POST /v1/templates 400 {"name":"web"}
}

// A function can do the work of an image, in the time of the emulator's clock. With AutoAdvance the clock advances by
// itself while a request waits for a job.
func ExampleServer_HandleImage() {
	t := &exampleT{}
	defer t.end()
	server := emulator.Start(t, emulator.Options{AutoAdvance: true})
	server.HandleImage("upper", func(job emulator.WorkerJob) emulator.WorkerResult {
		return emulator.WorkerResult{Output: json.RawMessage(strings.ToUpper(string(job.Input))), After: time.Minute}
	})
	for _, object := range []struct {
		kind    string
		members map[string]any
	}{
		{emulator.KindTemplates, map[string]any{"name": "web", "imageName": "upper:1", "isServerless": true}},
		{emulator.KindEndpoints, map[string]any{"name": "serve", "templateId": "x"}},
	} {
		if err := server.PutObject(object.kind, "x", object.members); err != nil {
			fmt.Println(err)
		}
	}

	begin := server.Now()
	request(server, "POST", server.QueueURL()+"/x/runsync?wait=300000", `{"input":{"text":"hello"}}`)
	// After 4 seconds in the queue the endpoint starts a worker, which takes a minute.
	fmt.Println(server.Objects(emulator.KindJobs)[0]["output"], server.Now().Sub(begin))
	// Output:
	// map[TEXT:HELLO] 1m4s
}
