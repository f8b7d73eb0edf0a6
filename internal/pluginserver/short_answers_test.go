package pluginserver_test

import (
	"context"
	"crypto/sha256"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// differingFramework is a framework whose answers differ from every short one.
type differingFramework struct{ *keeper }

func (differingFramework) GetProviderSchema(
	ctx context.Context, q *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	return newFramework(nil).GetProviderSchema(ctx, q)
}

func (differingFramework) UpgradeResourceState(
	context.Context, *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return &tfprotov6.UpgradeResourceStateResponse{
		UpgradedState: &tfprotov6.DynamicValue{JSON: []byte(`{"id":"2"}`)}}, nil
}

func upgradeRequest() *tfprotov6.UpgradeResourceStateRequest {
	return &tfprotov6.UpgradeResourceStateRequest{
		TypeName: "small_thing", RawState: &tfprotov6.RawState{JSON: []byte(`{"id":"1"}`)}}
}

// Each mode answers what it says.
func TestWrap_shortAnswers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mode    pluginserver.ShortAnswers
		state   string
		refused bool
	}{
		{pluginserver.ShortAnswersOn, `{"id":"1"}`, false},
		{pluginserver.ShortAnswersOff, `{"id":"2"}`, false},
		{pluginserver.ShortAnswersCompared, `{"id":"2"}`, true},
	} {
		t.Run(string(test.mode), func(t *testing.T) {
			t.Parallel()
			served, err := pluginserver.Wrap(differingFramework{&keeper{}}, nil, test.mode)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := served.UpgradeResourceState(t.Context(), upgradeRequest())
			if err != nil {
				t.Fatal(err)
			}
			if got := string(answer.UpgradedState.JSON); got != test.state {
				t.Errorf("answered %s, want %s", got, test.state)
			}
			wantRefusal(t, answer.Diagnostics, test.refused)
		})
	}
}

// wantRefusal wants the error that says that a short answer differs, or nothing.
func wantRefusal(t *testing.T, diags []*tfprotov6.Diagnostic, refused bool) {
	t.Helper()
	if !refused && len(diags) > 0 || refused && (len(diags) != 1 ||
		!strings.Contains(diags[0].Summary, "differs from the framework's")) {
		t.Errorf("refused: %t, want %t", len(diags) > 0, refused)
	}
}

// refresher finds every object unchanged, after it has waited.
type refresher struct{ wait func(context.Context) }

func (r refresher) Refresh(
	ctx context.Context, _ string, _, _ []byte,
) (identity []byte, rest context.Context, unchanged bool) {
	r.wait(ctx)
	return nil, context.WithValue(ctx, key{}, "asked already"), ctx.Err() == nil
}

// An unchanged object is given back, and if the framework is called all the same, it knows what was asked already.
func TestWrap_shortRead(t *testing.T) {
	t.Parallel()
	for mode, asked := range map[pluginserver.ShortAnswers]any{
		pluginserver.ShortAnswersOn: nil, pluginserver.ShortAnswersOff: "",
		pluginserver.ShortAnswersCompared: "asked already",
	} {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			var told any
			framework := newFramework(func(ctx context.Context) {
				if told = ctx.Value(key{}); told == nil {
					told = ""
				}
			})
			served, err := pluginserver.Wrap(framework, refresher{func(context.Context) {}}, mode)
			if err != nil {
				t.Fatal(err)
			}
			request := readRequest(t)
			answer, err := served.ReadResource(t.Context(), request)
			if err != nil {
				t.Fatal(err)
			}
			if told != asked {
				t.Errorf("the framework was told %v, want %v", told, asked)
			}
			if string(answer.NewState.MsgPack) != string(request.CurrentState.MsgPack) {
				t.Error("the state is another")
			}
			wantRefusal(t, answer.Diagnostics, false)
		})
	}
}

// What is not of the form that core sends is the framework's.
func TestWrap_unusualReads(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*tfprotov6.ReadResourceRequest){
		"no state":         func(q *tfprotov6.ReadResourceRequest) { q.CurrentState = nil },
		"state in JSON":    func(q *tfprotov6.ReadResourceRequest) { q.CurrentState.JSON = []byte(`{"id":"1"}`) },
		"module's data":    func(q *tfprotov6.ReadResourceRequest) { q.ProviderMeta = q.CurrentState },
		"another identity": func(q *tfprotov6.ReadResourceRequest) { q.CurrentIdentity = identityOf(q.CurrentState) },
		"empty identity":   func(q *tfprotov6.ReadResourceRequest) { q.CurrentIdentity = identityOf(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept := &keeper{}
			served, err := pluginserver.Wrap(kept, refresher{func(context.Context) {}}, pluginserver.ShortAnswersOn)
			if err != nil {
				t.Fatal(err)
			}
			request := readRequest(t)
			change(request)
			if _, err := served.ReadResource(t.Context(), request); err != nil {
				t.Fatal(err)
			}
			if kept.ctx == nil {
				t.Error("the framework was not asked")
			}
		})
	}
}

func identityOf(value *tfprotov6.DynamicValue) *tfprotov6.ResourceIdentityData {
	return &tfprotov6.ResourceIdentityData{IdentityData: value}
}

// Ctrl-C reaches a refresh that is under way without the framework, which then reports it.
func TestWrap_stopCancelsShortReads(t *testing.T) {
	t.Parallel()
	reading, asked := make(chan struct{}), false
	served, err := pluginserver.Wrap(newFramework(func(context.Context) { asked = true }),
		refresher{func(ctx context.Context) {
			close(reading)
			<-ctx.Done() // Or the test times out.
		}}, pluginserver.ShortAnswersOn)
	if err != nil {
		t.Fatal(err)
	}
	stopWhileReading(t, served, reading)
	if !asked {
		t.Error("the framework was not asked")
	}
}

// PlanShape knows one shape, if the configuration is of any.
func (r refresher) PlanShape(
	_ context.Context, _ string, config, _, _ []byte,
) (shape [sha256.Size]byte, ok bool) {
	return sha256.Sum256(config), true
}
