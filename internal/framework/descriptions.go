package framework

import (
	"regexp"
	"strings"
)

// Descriptions of attributes have one order: the noun, the format, the effect of a change, and last the default. These
// are the facts that many of them share.

// NeverReturned is a sentence of the description of an attribute that no response of the API has.
const NeverReturned = " Not returned by the API."

// inDefault begins the default, the last part of a description.
const inDefault = " Default: "

// BeforeDefault adds sentences to a description, before its default.
func BeforeDefault(description, sentences string) string {
	before, value, ok := strings.Cut(description, inDefault)
	if !ok {
		return description + sentences
	}
	return before + sentences + inDefault + value
}

// effect matches the sentence of a description that says what a change does.
var effect = regexp.MustCompile(` A change (replaces|updates|takes effect|starts|runs)[^.]*\.|` + NeverReturned)

// withoutEffects returns the description of an attribute in a data source, where nothing changes it and nothing sets a
// default.
func withoutEffects(description string) string {
	description, _, _ = strings.Cut(description, inDefault)
	return effect.ReplaceAllString(description, "")
}
