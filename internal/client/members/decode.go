package members

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// decode reads one member of an answer, and reports whether it could. Numbers come in any spelling: 62, 62.0 and 6.2e1
// are the same, and so is "62", as some deployments write amounts of money (contract 2.1, 2.6).
func decode(data []byte, into any) bool {
	switch into := into.(type) {
	case *int64:
		whole, ok := wholeNumber(numberText(data))
		*into = whole
		return ok
	case *float64:
		number, ok := finiteNumber(numberText(data))
		*into = number
		return ok
	case *[]string:
		return decodeList(data, into)
	case *map[string]string:
		return decodeMap(data, into)
	case *map[string]int64:
		return decodeMap(data, into)
	default:
		return json.Unmarshal(data, into) == nil
	}
}

// numberText returns the text of a JSON number, or of one within a JSON string; empty if it is neither.
func numberText(data []byte) string {
	text := strings.TrimSpace(string(data))
	if strings.HasPrefix(text, `"`) {
		var quoted string
		if json.Unmarshal(data, &quoted) != nil {
			return ""
		}
		text = strings.TrimSpace(quoted)
	}
	// JSON has no NaN, no infinity and no other bases, unlike strconv: and Terraform has no value for the first.
	if text == "" || !json.Valid([]byte(text)) || !strings.ContainsRune("-0123456789", rune(text[0])) {
		return ""
	}
	return text
}

// finiteNumber reads a number that a float64 can hold.
func finiteNumber(text string) (float64, bool) {
	number, err := strconv.ParseFloat(text, 64)
	if err != nil { // Too large is an error as well.
		return 0, false
	}
	return number, true
}

// wholeNumber reads a count. A fraction is cut off.
func wholeNumber(text string) (int64, bool) {
	if !strings.ContainsAny(text, "eE") { // Every digit counts.
		digits, _, _ := strings.Cut(text, ".")
		whole, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return 0, false
		}
		return whole, true
	}
	number, ok := finiteNumber(text)
	if !ok || math.Abs(number) >= 1<<63 {
		return 0, false
	}
	return int64(number), true
}

// decodeList reads a list of strings. A null among them is no string.
func decodeList(data []byte, into *[]string) bool {
	var elements []*string
	if json.Unmarshal(data, &elements) != nil {
		return false
	}
	list := make([]string, len(elements))
	for i, element := range elements {
		if element == nil {
			return false
		}
		list[i] = *element
	}
	*into = list
	return true
}

// decodeMap reads a map whose every value can be read.
func decodeMap[V any](data []byte, into *map[string]V) bool {
	var elements map[string]Optional[V]
	if json.Unmarshal(data, &elements) != nil {
		return false
	}
	all := make(map[string]V, len(elements))
	for key, element := range elements {
		value, ok := element.Get()
		if !ok {
			return false
		}
		all[key] = value
	}
	*into = all
	return true
}
