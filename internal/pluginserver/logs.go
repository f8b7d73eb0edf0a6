package pluginserver

import "strings"

// loggers are the variables by which the loggers of protocol, framework and provider find their levels. A logger whose
// variable is not set logs everything: the CLI reads all of it and, unless the user asked for logs, drops it.
var loggers = []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER"}

// disableLogs switches all loggers off, unless any variable in the environment asks for logs: then nothing changes. The
// CLI's TF_LOG reaches the provider too.
func disableLogs(environment []string, setenv func(name, value string) error) error {
	for _, variable := range environment {
		if asksForLogs(variable) {
			return nil
		}
	}
	for _, name := range loggers {
		if err := setenv(name, "OFF"); err != nil {
			return err
		}
	}
	return nil
}

// asksForLogs reports whether a variable sets the level of any logger that the provider has: TF_LOG, TF_LOG_PROVIDER,
// TF_LOG_PROVIDER_PODFLEET, TF_LOG_SDK and those below it. Where logs go asks for none, nor do those of the CLI itself.
func asksForLogs(variable string) bool {
	name, value, _ := strings.Cut(variable, "=")
	switch {
	case value == "", name == "TF_LOG_SDK_PROTO_DATA_DIR":
		return false
	case name == "TF_LOG", strings.HasPrefix(name, "TF_LOG_PROVIDER"), strings.HasPrefix(name, "TF_LOG_SDK"):
		return true
	default:
		return false
	}
}
