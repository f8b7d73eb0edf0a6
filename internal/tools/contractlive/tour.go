package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// leftOut are the reads that do more than read, and why they are not sent.
var leftOut = map[string]string{
	"StreamJob":        "it hands out what a job has streamed, once",
	"GetJobStatusSync": "it waits for the job",
	"GetPodLogs":       "it streams until the client ends it",
	"GetWorkerLogs":    "it streams until the client ends it",
}

// management2 begins the paths of version 2 of the management interface, which has the queue's segment v2.
const management2 = "/management/v2"

// tour reads every list of a deployment, and of each the first object. It prints each finding as soon as it has it.
type tour struct {
	key         string
	rest, queue *url.URL
	version     int // of the management interface
	out         io.Writer

	// first is the id of the first object that each list had, by the list's path. Empty if there was none.
	first map[string]string
	// answers are those that were held against the contract, refusals among them; differing are those in which
	// something differed.
	answers, refusals, unread, differing int
}

// readAll reports whether anything differs.
func (t *tour) readAll(ctx context.Context) (differs bool, err error) {
	t.first = make(map[string]string)
	for pass := range 3 { // Lists, then what they name, then what that names.
		for _, read := range contracttest.Reads(t.version) {
			if strings.Count(read.Path, "{") != pass {
				continue
			}
			if err := t.read(ctx, read); err != nil {
				return false, err
			}
		}
	}
	t.print("%d answers, of which %d refuse and %d differ from the contract; %d operations not read", t.answers,
		t.refusals, t.differing, t.unread)
	return t.differing > 0, nil
}

// parameter matches one in a path.
var parameter = regexp.MustCompile(`/\{(\w+)\}`)

// read sends one read and reports the answer. It returns an error if the tour cannot continue.
func (t *tour) read(ctx context.Context, read contracttest.Read) error {
	skip := func(reason string) error {
		t.unread++
		t.print("GET %s (%s): not read: %s", read.Path, read.Operation, reason)
		return nil
	}
	if reason, ok := leftOut[read.Operation]; ok {
		return skip(reason)
	}
	at := read.Path
	for found := parameter.FindStringSubmatchIndex(at); found != nil; found = parameter.FindStringSubmatchIndex(at) {
		name, before := at[found[2]:found[3]], at[:found[0]]
		id := t.first[t.listOf(name, before)]
		if id == "" {
			return skip("no list has a value for " + name)
		}
		at = before + "/" + url.PathEscape(id) + at[found[1]:]
	}
	ex, err := t.get(ctx, at, read.Flags)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return skip(err.Error())
	case ex.Status == http.StatusNotImplemented:
		return skip("the deployment does not have it")
	}
	differences, err := contracttest.Differences(ex)
	if err != nil {
		return err
	}
	t.answered(read, ex.Status, differences)
	if ex.Status/100 == 2 {
		t.note(at, ex.ResponseBody)
	}
	return nil
}

// listOf returns the path of the list whose ids a parameter takes: the path before it, but in the queue interface.
func (t *tour) listOf(parameter, before string) string {
	switch {
	case parameter == "jobId":
		return path.Join(path.Dir(before), "requests")
	case before != "/v2": // Of the management interface.
		return before
	case t.version == 2:
		return management2 + "/serverless"
	default:
		return "/v1/endpoints"
	}
}

// note keeps the id of a list's first object. The list is the answer, or a member of it. If it is neither, the report
// says what it is instead.
func (t *tour) note(at string, body []byte) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		members = map[string]json.RawMessage{"": body}
	}
	for _, member := range members {
		var list []struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(member, &list) == nil && len(list) > 0 && list[0].ID != "" {
			t.first[at] = list[0].ID
		}
	}
}

// maxAnswer bounds an answer in bytes, as the provider's client does.
const maxAnswer = 64 << 20

// connection sends the key nowhere else.
var connection = &http.Client{
	Timeout:       time.Minute,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// get reads an escaped path of the contract, with flags in its query.
func (t *tour) get(ctx context.Context, at string, flags []string) (contracttest.Exchange, error) {
	ex := contracttest.Exchange{Method: http.MethodGet, Path: at, Query: url.Values{}}
	for _, flag := range flags {
		ex.Query.Set(flag, "true")
	}
	base, below := t.rest, strings.TrimPrefix(strings.TrimPrefix(at, "/v1"), management2)
	if ofQueue, ok := strings.CutPrefix(at, "/v2"); ok {
		base, below = t.queue, ofQueue
	}
	address := base.JoinPath(below)
	address.RawQuery = ex.Query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return ex, err
	}
	request.Header.Set("Authorization", "Bearer "+t.key)
	request.Header.Set("User-Agent", "terraform-provider-podfleet-contract-live")
	response, err := connection.Do(request)
	if err != nil {
		return ex, err
	}
	defer response.Body.Close()
	ex.Status, ex.ResponseHeader = response.StatusCode, response.Header
	ex.ResponseBody, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err == nil && len(ex.ResponseBody) > maxAnswer {
		err = fmt.Errorf("the answer is larger than %d MiB", maxAnswer>>20)
	}
	return ex, err
}

// answered prints the differences of an answer, each once, with how often it occurs.
func (t *tour) answered(read contracttest.Read, status int, differences []contracttest.Difference) {
	t.answers++
	said := "as in the contract"
	if len(differences) > 0 {
		t.differing++
		said = "differs"
	}
	if status/100 != 2 {
		t.refusals++
		said = fmt.Sprintf("answered %d (%s), %s", status, http.StatusText(status), said)
	}
	t.print("GET %s (%s): %s", read.Path, read.Operation, said)
	occurs := make(map[contracttest.Difference]int)
	for _, d := range differences {
		occurs[d]++
	}
	for _, d := range differences {
		switch n := occurs[d]; n {
		case 0: // It was printed.
		case 1:
			t.print("  %s %s", cmp.Or(d.Where, "the body"), d.What)
		default:
			t.print("  %s %s, %d times", cmp.Or(d.Where, "the body"), d.What, n)
		}
		occurs[d] = 0
	}
}

func (t *tour) print(format string, args ...any) {
	_, _ = fmt.Fprintf(t.out, format+"\n", args...) // There is nowhere left to report an error.
}
