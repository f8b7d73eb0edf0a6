package pluginserver

import "testing"

func TestDisableLogs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		variable string
		disabled bool
	}{
		{"HOME=/root", true},
		{"TF_LOG=", true},
		{"TF_LOG_PATH=all.log", true},
		{"TF_LOG_CORE=TRACE", true},
		{"TF_LOG_SDK_PROTO_DATA_DIR=/tmp", true},
		{"TF_LOG=INFO", false},
		{"TF_LOG=JSON", false},
		{"TF_LOG_PROVIDER=DEBUG", false},
		{"TF_LOG_PROVIDER_PODFLEET=DEBUG", false},
		{"TF_LOG_SDK=TRACE", false},
		{"TF_LOG_SDK_PROTO=TRACE", false},
		{"TF_LOG_SDK_FRAMEWORK=TRACE", false},
	} {
		t.Run(test.variable, func(t *testing.T) {
			t.Parallel()
			set := map[string]string{}
			err := disableLogs([]string{"PATH=/bin", test.variable}, func(name, value string) error {
				set[name] = value
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if disabled := len(set) == len(loggers) && set["TF_LOG_SDK_FRAMEWORK"] == "OFF"; disabled != test.disabled {
				t.Errorf("set %v", set)
			}
			if !test.disabled && len(set) != 0 {
				t.Errorf("logs were asked for, and %v was set", set)
			}
		})
	}
}
