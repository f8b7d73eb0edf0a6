package emulator

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	broken "github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/podfleet/terraform-provider-podfleet/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/schema"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// version1 is the document of version 1, for all emulators of the process.
var version1 = sync.OnceValue(func() *schema.Document { return schema.MustParse(api.JSON()) })

// decodeBody reads the input of an operation of version 1, if it fits the document. A member that was left out is not
// the same as an empty value (contract 2.1).
func decodeBody(r *wire.Request) (input account.Input, err error) {
	if err := r.CheckBody(); err != nil {
		return nil, general(err)
	}
	value, err := decoded(r.Body)
	if err != nil {
		return nil, general(err)
	}
	if err := fits(r.Operation(), value); err != nil {
		return nil, err
	}
	err = json.Unmarshal(r.Body, &input)
	return input, err
}

func decoded(text []byte) (any, error) {
	value, err := schema.Decode(text)
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		return nil, wire.BadRequest("request body: %s is too large", wrongType.Value)
	}
	if err != nil {
		return nil, errNoObject
	}
	return value, nil
}

// fits returns an error for a body that breaks the document.
func fits(operation string, value any) error {
	if violations := version1().CheckBody(operation, value); len(violations) > 0 {
		return refusalOf(operation, violations)
	}
	return nil
}

// notInteger returns the error for a number that only the document takes for an integer: 10.0, and one without bounds.
func notInteger(wrongType *json.UnmarshalTypeError) *wire.Error {
	return wire.BadRequest("%s: %s instead of an integer", jsontext.Place(wrongType), wrongType.Value)
}

var errNoObject = wire.BadRequest("request body must be a JSON object")

// refusalOf returns the error for a body that breaks the document: unknown members before all others (contract 2.1),
// then the first violation by kind and place.
func refusalOf(operation string, violations []schema.Violation) error {
	var unknown []string
	for _, v := range violations {
		if additional, ok := v.ErrorKind.(*broken.AdditionalProperties); ok {
			unknown = append(unknown, additional.Properties...)
		}
	}
	if len(unknown) > 0 {
		return general(wire.UnknownMembers(unknown))
	}
	first := slices.MinFunc(violations, func(a, b schema.Violation) int { return cmp.Compare(rank(a), rank(b)) })
	if _, ok := first.ErrorKind.(*broken.Enum); ok && operation == "CreateNetworkVolume" {
		return wire.Conflict("%s", wordsOf(first)) // An unknown data center (contract 2.4).
	}
	refusal := wire.BadRequest("%s", wordsOf(first))
	if rank(first) == 0 && operation != "RunJob" { // The queue has a section about all of a submission.
		return general(refusal)
	}
	return refusal
}

// rank orders violations: of a type, missing members, all others, and last what may not exist any more.
func rank(v schema.Violation) int {
	switch v.ErrorKind.(type) {
	case *broken.Type:
		return 0
	case *broken.Required:
		return 1
	case *broken.Enum:
		return 3
	}
	return 2
}

// fewChoices are as many as a message lists.
const fewChoices = 3

// wordsOf says a violation in the words of version 1, which name member and value (contract 2.1).
func wordsOf(v schema.Violation) string {
	member, place := "request body", schema.Place("", v.InstanceLocation)
	if len(v.InstanceLocation) > 0 {
		member = v.InstanceLocation[0]
	}
	switch k := v.ErrorKind.(type) {
	case *broken.Type:
		switch {
		case place == "":
			return errNoObject.Message
		case k.Got == "null":
			return place + " must not be null"
		}
		return fmt.Sprintf("%s: %s instead of %s", place, k.Got, withArticle(k.Want[0]))
	case *broken.Required:
		return k.Missing[0] + " is required"
	case *broken.MinLength:
		return member + " must not be empty"
	case *broken.MaxLength:
		return fmt.Sprintf("%s must not be longer than %d characters", member, k.Want)
	case *broken.Pattern:
		switch k.Want {
		case "^/":
			return fmt.Sprintf("%s must be an absolute path, not %q", member, k.Got)
		case "^https?://":
			return member + " must be an http or https URL"
		}
		return fmt.Sprintf("%s: %q is not <port_number>/<protocol> with protocol http or tcp", member, k.Got)
	case *broken.Enum:
		if len(k.Want) > fewChoices {
			return fmt.Sprintf("%s %q does not exist", member, k.Got)
		}
		choices := strings.Join(strings.Fields(strings.Trim(fmt.Sprint(k.Want), "[]")), ", ")
		return fmt.Sprintf("%s must be one of %s, not %q", member, choices, k.Got)
	case *broken.Minimum:
		return fmt.Sprintf("%s must be at least %s, not %s", place, k.Want.RatString(), decimal(k.Got))
	case *broken.Maximum:
		return fmt.Sprintf("%s must be at most %s, not %s", place, k.Want.RatString(), decimal(k.Got))
	}
	return place + ": " + v.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}

func decimal(number *big.Rat) string {
	value, _ := number.Float64()
	return strconv.FormatFloat(value, 'f', -1, 64)
}

func withArticle(noun string) string {
	if strings.ContainsAny(noun[:1], "aio") {
		return "an " + noun
	}
	return "a " + noun
}
