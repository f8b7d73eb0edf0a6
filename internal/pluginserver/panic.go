package pluginserver

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// recoverInto makes an error of a panic: defer it. Otherwise the process ends with what other RPCs have under way, so
// that the ids of what they create are lost, and prints the value of the panic: most libraries quote in it what has
// surprised them.
func recoverInto(err *error) {
	value := recover()
	if value == nil {
		return
	}
	says := fmt.Sprintf("a value of the type %T", value)
	var ofGo runtime.Error
	if cause, ok := value.(error); ok && errors.As(cause, &ofGo) {
		says = ofGo.Error() // It has types and numbers only.
	}
	*err = fmt.Errorf("the provider panicked: %s. This is a bug in the provider. Please report it with the trace below, "+
		"which shows no values, because values can be secret.\n\n%s", says, debug.Stack())
}
