// Package programs runs the emulator and CLIs as programs, for our own tools, which know them no other way.
package programs

import (
	"os"
	"strings"
)

// CleanEnvironment is the environment without what would change what a tool does: the settings of a person who uses the
// CLI, the provider or the emulator otherwise, above all the key of an account that is not emulated.
func CleanEnvironment() []string {
	var clean []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "TF_") && !strings.HasPrefix(entry, "PODFLEET_") {
			clean = append(clean, entry)
		}
	}
	return clean
}
