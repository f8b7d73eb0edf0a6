package jsontext

import (
	"encoding/json"
	"fmt"
	"time"
)

// Duration is a time.Duration that reads and writes JSON as Go spells it: "1m30s".
type Duration time.Duration

// MarshalJSON writes the duration as a JSON string.
func (d Duration) MarshalJSON() ([]byte, error) { return json.Marshal(time.Duration(d).String()) }

// UnmarshalJSON reads the duration from a JSON string.
func (d *Duration) UnmarshalJSON(text []byte) error {
	var spelled string
	if err := json.Unmarshal(text, &spelled); err != nil {
		return fmt.Errorf("a duration is a string like \"1m30s\", not %.100s", text)
	}
	parsed, err := time.ParseDuration(spelled)
	if err != nil {
		return fmt.Errorf("a duration is a string like \"1m30s\": %w", err)
	}
	*d = Duration(parsed)
	return nil
}
