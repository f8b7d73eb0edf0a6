package contracttest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Difference is one way in which an answer differs from the contract. It has no value of the answer, which can be a
// secret, unless it is one of an enumeration.
type Difference struct {
	// Where is a member, with "[*]" for the elements of a list, as in "[*].machine.gpuTypeId"; empty for the whole
	// body. Or a header, or the status.
	Where string
	// What completes a sentence about it: "is missing".
	What string
}

// The content types of answers, and of errors over version 2 (contract-v2 1.1).
const (
	plainType   = "application/json"
	problemType = "application/problem+json"
)

// Differences returns all differences between an answer and the contract, each as often as it occurs, in the order of
// the answer's elements. It returns an error if the contract has no such operation.
func Differences(ex Exchange) ([]Difference, error) {
	contract, path := of(ex.Path, ex.August)
	route, _, found := contract.find(ex.Method, path)
	if !found {
		return nil, fmt.Errorf("the contract has no operation %s %s", ex.Method, ex.Path)
	}
	return differences(route.Operation.Responses.Status(ex.Status), ex), nil
}

// differences returns those between an answer and the response of its status; nil is none in the contract.
func differences(response *openapi3.ResponseRef, ex Exchange) []Difference {
	if response == nil {
		return []Difference{{"the status", fmt.Sprintf("is %d, which the contract does not have", ex.Status)}}
	}
	differences, given := missingHeaders(response.Value, ex.ResponseHeader), ex.ResponseHeader.Get("Content-Type")
	wanted := plainType
	if response.Value.Content.Get(plainType) == nil {
		wanted = problemType
	}
	media := response.Value.Content.Get(wanted)
	switch {
	case len(ex.ResponseBody) == 0 && (media == nil || mayBeEmpty(response)):
		if given != "" {
			differences = append(differences, Difference{"header Content-Type", "is there, and no body"})
		}
		return differences
	case media == nil:
		return append(differences, Difference{"", "has a body, where the contract has none"})
	case !isOf(given, wanted):
		differences = append(differences, Difference{"header Content-Type", fmt.Sprintf("is %q, not %s", given, wanted)})
	}
	var body any
	if err := json.Unmarshal(ex.ResponseBody, &body); err != nil {
		return append(differences, Difference{"", "is not one JSON value"})
	}
	mismatch := media.Schema.Value.VisitJSON(body, openapi3.MultiErrors(), openapi3.VisitAsResponse())
	return append(differences, mismatches(mismatch)...)
}

func missingHeaders(response *openapi3.Response, given http.Header) (missing []Difference) {
	for _, name := range slices.Sorted(maps.Keys(response.Headers)) {
		if response.Headers[name].Value.Required && given.Get(name) == "" {
			missing = append(missing, Difference{"header " + name, "is missing"})
		}
	}
	return missing
}

func isOf(contentType, wanted string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	return err == nil && media == wanted
}

// mismatches returns the differences in an error of the validation library. A choice between schemas is an error of its
// own, with those of each choice below it.
func mismatches(found error) (all []Difference) {
	switch found := found.(type) { //nolint:errorlint // Only the outermost is meant.
	case nil:
	case *openapi3.SchemaError:
		all = []Difference{differenceOf(found)}
	case openapi3.MultiError:
		for _, one := range found {
			all = append(all, mismatches(one)...)
		}
	default:
		all = []Difference{{"", "does not match, in a way that has no name here"}}
	}
	return all
}

// unknownMember matches the message of the validation library about an unknown member, which has the name only there.
var unknownMember = regexp.MustCompile(`^property "(.*)" is unsupported$`)

func differenceOf(e *openapi3.SchemaError) Difference {
	if unknown := unknownMember.FindStringSubmatch(e.Reason); unknown != nil {
		return Difference{where(append(e.JSONPointer(), unknown[1])), "is not in the contract"}
	}
	return Difference{where(e.JSONPointer()), what(e)}
}

func where(pointer []string) string {
	var path strings.Builder
	for _, element := range pointer {
		if _, err := strconv.Atoi(element); err == nil {
			path.WriteString("[*]")
			continue
		}
		if path.Len() > 0 {
			path.WriteByte('.')
		}
		path.WriteString(element)
	}
	return path.String()
}

func what(e *openapi3.SchemaError) string {
	switch e.SchemaField {
	case "required":
		return "is missing"
	case "type", "nullable":
		return fmt.Sprintf("is %s, not %s", jsonType(e.Value), strings.Join(e.Schema.Type.Slice(), " or "))
	case "enum":
		return fmt.Sprintf("is %v, which the contract does not list", e.Value)
	case "oneOf", "anyOf", "discriminator":
		return "is none of those that the contract allows"
	case "pattern":
		return "does not match " + e.Schema.Pattern
	default:
		return fmt.Sprintf("is %s that breaks the rule %s", jsonType(e.Value), e.SchemaField)
	}
}

func jsonType(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case float64:
		if value != math.Trunc(value) {
			return "a number with a fraction"
		}
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}
