package client_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

type getter = func(*client.Client, context.Context, string) (any, error)

// readKind is one kind of objects as Reads have it.
type readKind struct {
	kind      string // the emulator's name
	one, many string // operations
	// object is the body with which the emulator creates one, with every member that it can have.
	object          map[string]any
	get, read, find getter
	all             func(*client.Client, context.Context) (int, error)
}

func podsOf(c *client.Client) client.Objects[api.Pod]           { return c.Pods }
func templatesOf(c *client.Client) client.Objects[api.Template] { return c.Templates }
func endpointsOf(c *client.Client) client.Objects[api.Endpoint] { return c.Endpoints }
func networkVolumesOf(c *client.Client) client.Objects[api.NetworkVolume] {
	return c.NetworkVolumes
}
func containerRegistryAuthsOf(c *client.Client) client.Objects[api.ContainerRegistryAuth] {
	return c.ContainerRegistryAuths
}

func getOf[T any](of func(*client.Client) client.Objects[T]) getter {
	return func(c *client.Client, ctx context.Context, id string) (any, error) { return of(c).Get(ctx, id) }
}

// readOf returns a Read that doubts nothing.
func readOf[T any](of func(*client.Client) client.Objects[T]) getter {
	return func(c *client.Client, ctx context.Context, id string) (any, error) { return of(c).Read(ctx, id, nil) }
}

func findOf[T any](of func(*client.Client) client.Objects[T]) getter {
	return func(c *client.Client, ctx context.Context, id string) (any, error) { return of(c).Find(ctx, id) }
}

func readAnyTemplate(c *client.Client, ctx context.Context, id string) (any, error) {
	return c.Templates.ReadAny(ctx, id)
}

func countOf[T any](of func(*client.Client) client.Objects[T]) func(*client.Client, context.Context) (int, error) {
	return func(c *client.Client, ctx context.Context) (int, error) {
		list, err := of(c).ReadAll(ctx)
		return len(list), err
	}
}

// kindOf is a kind whose operations have a noun in their names.
func kindOf[T any](
	of func(*client.Client) client.Objects[T], kind, noun string, object map[string]any,
) readKind {
	return readKind{kind: kind, one: "Get" + noun, many: "List" + noun + "s", object: object,
		get: getOf(of), read: readOf(of), find: findOf(of), all: countOf(of)}
}

var readKinds = []readKind{
	kindOf(podsOf, emulator.KindPods, "Pod", map[string]any{
		"imageName": "img:1", "env": map[string]any{"A": "1", "B": ""}, "ports": []any{"80/http", "22/tcp"},
		"dockerEntrypoint": []any{"sh"}, "dockerStartCmd": []any{"-c", "true"}, "networkVolumeId": "shared",
		"templateId": "shared", "containerRegistryAuthId": "shared", "volumeInGb": 30, "locked": true,
	}),
	kindOf(templatesOf, emulator.KindTemplates, "Template", map[string]any{
		"imageName": "img:1", "env": map[string]any{"A": "1"}, "ports": []any{"80/http"}, "readme": "# It",
		"dockerEntrypoint": []any{"sh"}, "dockerStartCmd": []any{"-c", "true"}, "isServerless": true,
		"containerRegistryAuthId": "shared", "volumeInGb": 0,
	}),
	kindOf(endpointsOf, emulator.KindEndpoints, "Endpoint", map[string]any{
		"templateId": "shared", "gpuTypeIds": []any{"NVIDIA A40"}, "allowedCudaVersions": []any{"12.4"},
		"dataCenterIds": []any{"EU-RO-1", "US-TX-3"}, "networkVolumeIds": []any{"shared", "other"},
		"minCudaVersion": "12.1", "workersMax": 0,
	}),
	kindOf(networkVolumesOf, emulator.KindNetworkVolumes, "NetworkVolume",
		map[string]any{"size": 10, "dataCenterId": "EU-RO-1"}),
	kindOf(containerRegistryAuthsOf, emulator.KindContainerRegistryAuths, "ContainerRegistryAuth",
		map[string]any{"username": "bob", "password": "hunter2"}),
}

// stocked is an account with objects of a kind, called o0, o1 and so on, and what these refer to.
type stocked struct {
	t   *testing.T
	k   readKind
	env *emulatortest.Service
}

// forEachKind runs a subtest for every kind over each version, in an account of its own with n objects of the kind.
func forEachKind(t *testing.T, n int, test func(stocked), options ...emulator.Options) {
	t.Helper()
	for _, k := range readKinds {
		t.Run(k.kind, func(t *testing.T) {
			t.Parallel()
			emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
				test(stocked{t, k, stock(t, start, k, n, options...)})
			})
		})
	}
}

// client returns a client of the account. One that reads endpoints over version 2 has the catalogue of GPU types, which
// it requests once, before its first endpoint: TestReads_shareOneList counts that.
func (s stocked) client(tune ...func(*client.Config)) *client.Client {
	s.t.Helper()
	c := s.env.Client(tune...)
	if s.readsCatalogue() {
		s.env.Unobserved(s.t, func() {
			if _, err := c.Catalogue.GPUTypes(s.t.Context()); err != nil {
				s.t.Error(err)
			}
		})
	}
	return c
}

// readsCatalogue reports whether the objects cannot be read without the catalogue.
func (s stocked) readsCatalogue() bool {
	return s.k.kind == emulator.KindEndpoints && s.env.Version() == 2
}

// stock starts an account with n objects of a kind, called o0, o1 and so on, and what these refer to.
func stock(
	t *testing.T, start emulatortest.Starter, k readKind, n int, options ...emulator.Options,
) *emulatortest.Service {
	t.Helper()
	env := start(t, options...)
	put := func(kind, id string, object map[string]any) {
		object = maps.Clone(object)
		object["name"] = "name of " + id
		env.Put(kind, id, object)
	}
	put(emulator.KindContainerRegistryAuths, "shared", map[string]any{"username": "bob", "password": "hunter2"})
	put(emulator.KindTemplates, "shared", map[string]any{"imageName": "img:1", "isServerless": true, "volumeInGb": 0})
	put(emulator.KindNetworkVolumes, "shared", map[string]any{"size": 10, "dataCenterId": "EU-RO-1"})
	put(emulator.KindNetworkVolumes, "other", map[string]any{"size": 10, "dataCenterId": "US-TX-3"})
	for i := range n {
		put(k.kind, object(i), k.object)
	}
	return env
}

func object(i int) string { return fmt.Sprintf("o%d", i) }

// operations are those of all requests since the journal was last read.
func operations(env *emulatortest.Service) []string {
	var all []string
	for _, r := range env.Requests() {
		all = append(all, r.Operation)
	}
	env.ClearJournal()
	return all
}

// expectOperations checks the requests since the journal was last read, in their order.
func expectOperations(t *testing.T, env *emulatortest.Service, want ...string) {
	t.Helper()
	if got := operations(env); !slices.Equal(got, want) {
		t.Errorf("asked %v, want %v", got, want)
	}
}

// mustRead reads an object, which must be there.
func mustRead(t *testing.T, c *client.Client, read getter, id string) any {
	t.Helper()
	got, err := read(c, t.Context(), id)
	if err != nil {
		t.Error(err)
	}
	return got
}

// manualClock is a clock that moves when it is told.
type manualClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *manualClock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *manualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// onManualClock gives a client a clock.
func onManualClock(c *client.Client) *manualClock {
	clock := &manualClock{now: time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)}
	c.SetNow(clock.Now)
	return clock
}
