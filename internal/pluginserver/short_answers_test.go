package pluginserver_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// contrary is a framework that answers what no short answer is.
type contrary struct{ *keeper }

func (contrary) GetProviderSchema(
	ctx context.Context, q *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	return newFramework(nil).GetProviderSchema(ctx, q)
}

func (contrary) UpgradeResourceState(
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
			served, err := pluginserver.Wrap(contrary{&keeper{}}, test.mode)
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
