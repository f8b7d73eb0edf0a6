// Package programs runs the emulator and CLIs as programs, for our own tools, which know them no other way.
package programs

import (
	"os"
	"strings"
)

// CleanEnvironment returns the environment without variables that would change the work of a tool: the settings of a
// person who otherwise uses the CLI, the provider or the emulator, above all the key of an account that is not
// emulated.
func CleanEnvironment() []string {
	var clean []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "TF_") && !strings.HasPrefix(entry, "PODFLEET_") {
			clean = append(clean, entry)
		}
	}
	return clean
}
