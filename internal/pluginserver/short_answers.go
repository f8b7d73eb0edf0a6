package pluginserver

import (
	"fmt"
	"strings"
)

// Where a plan changes nothing, the framework takes values apart and puts the same values together again, which is most
// of what a plan of many unchanged objects costs. A short answer is the framework's own, found without it. What is not
// certain to be that goes to the framework: a wrong short answer would hide a change, unnoticed.

// Variable is the environment variable that sets ShortAnswers: true, false or compare.
const Variable = "PODFLEET_SHORT_ANSWERS"

// ShortAnswers says whether plans that change nothing are answered without the framework.
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
