package members

import "time"

// ParseTime reads a time in either of the service's spellings, with or without a fraction of a second (contract 2.1,
// Timestamps).
func ParseTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05 -0700 MST"} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
