package pluginserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Where an RPC changes nothing, the framework takes values apart and puts the same values together again, which is most
// of what a plan of many unchanged objects costs. A short answer is the framework's own, found without it. What is not
// certain to be that goes to the framework: a wrong short answer would hide drift, unnoticed.

// Variable is the environment variable that sets ShortAnswers: true, false or compare.
const Variable = "PODFLEET_SHORT_ANSWERS"

// ShortAnswers says whether RPCs that change nothing are answered without the framework.
type ShortAnswers string

const (
	// ShortAnswersOn is the default.
	ShortAnswersOn ShortAnswers = "true"
	// ShortAnswersOff has the framework answer everything.
	ShortAnswersOff ShortAnswers = "false"
	// ShortAnswersCompared has the framework answer everything as well. A short answer that is another one is an error,
	// and the framework's is given. It is for tests.
	ShortAnswersCompared ShortAnswers = "compare"
)

// shortAnswersFrom reads the environment.
func shortAnswersFrom(lookup func(name string) string) (ShortAnswers, error) {
	switch value := ShortAnswers(strings.TrimSpace(lookup(Variable))); value {
	case "":
		return ShortAnswersOn, nil
	case ShortAnswersOn, ShortAnswersOff, ShortAnswersCompared:
		return value, nil
	default:
		return "", fmt.Errorf("%s is %q in the environment. Set it to true, false or compare", Variable, value)
	}
}

// Known tells, without the framework, which refreshes and plans of a provider change nothing.
type Known interface {
	Refresher
	Planner
}

// answering gives short answers if it can, and leaves everything else to the server that it embeds.
type answering struct {
	whole
	stopping
	known    Known // nil: the provider is none
	plans    planMemory
	compares bool
	// kinds are the resource types by name. They are asked for once, and only when they are needed.
	kinds func() map[string]*kind
}

// kind holds the facts about a resource type that short answers need.
type kind struct {
	version int64
	state   tftypes.Object
}

func newAnswering(framework server, known Known, mode ShortAnswers) *answering {
	return &answering{
		whole: framework, known: known, compares: mode == ShortAnswersCompared,
		kinds: framework.kinds,
	}
}

// kindsOf asks for the schemas. Without any, only the framework answers.
func kindsOf(framework whole) map[string]*kind {
	kinds := map[string]*kind{}
	answer, err := framework.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return kinds
	}
	for name, schema := range answer.ResourceSchemas {
		if state, ok := schema.ValueType().(tftypes.Object); ok {
			kinds[name] = &kind{version: schema.Version, state: state}
		}
	}
	return kinds
}
