package pluginserver

import "strings"

// loggers are the variables by which the loggers of protocol, framework and provider find their levels. A logger whose
// variable is not set logs everything: the CLI reads all of it and, unless the user asked for logs, drops it.
var loggers = []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER"}

// disableLogs switches all loggers off, unless any variable in the environment is about logs: then nothing changes. The
// CLI's TF_LOG reaches the provider too.
func disableLogs(environment []string, setenv func(name, value string) error) error {
	for _, variable := range environment {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "TF_LOG") && value != "" {
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
