package schema

import (
	"encoding/json"
	"net/url"
	"strings"
)

// CheckQuery returns what is wrong with the parameters of a query that the operation has, as Check does. It ignores
// other parameters, and all values of a parameter but the first.
func (o Operation) CheckQuery(query url.Values) []string {
	var problems []string
	for _, parameter := range o.Query {
		if query.Has(parameter.Name) {
			problems = append(problems, parameter.check(query.Get(parameter.Name))...)
		}
	}
	return problems
}

// check reads a text as the value of the parameter.
func (p *Parameter) check(text string) []string {
	of := p.Schema.resolved()
	if of.Type != "array" {
		return of.check(p.Name, valueOf(of, text))
	}
	var problems []string
	for element := range strings.SplitSeq(text, ",") {
		problems = append(problems, of.Items.check(p.Name, valueOf(of.Items.resolved(), element))...)
	}
	return problems
}

// valueOf reads a text as the type of a schema. A text of another type stays a text, which the check refuses.
func valueOf(of *Schema, text string) any {
	switch {
	case of.Type == "boolean" && (text == "true" || text == "false"):
		return text == "true"
	case of.Type == "integer" || of.Type == "number":
		return json.Number(text)
	default:
		return text
	}
}
