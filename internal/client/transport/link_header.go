package transport

import (
	"net/url"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// Link is a page that a response refers to.
type Link struct {
	URL string
	// Relations are those of AnnouncingRelations that the page has, in that order.
	Relations []string
}

// AnnouncingRelations are the relations of links that announce the end of an interface, or lead to its successor.
var AnnouncingRelations = []string{"deprecation", "sunset", "successor-version"}

// maxLinks bounds how many links are shown; one longer than redact.MaxMessageLength is not shown at all.
const maxLinks = 5

// link is one link of the header Link (RFC 8288, 3).
type link struct {
	target string
	// relations are the words of its first parameter rel, in lower case.
	relations []string
	// elsewhere is set if the link is about another page than the requested one.
	elsewhere bool
}

// announcing returns those of its relations that announce the end of the requested page's interface.
func (l link) announcing() []string {
	if l.elsewhere {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(AnnouncingRelations), func(relation string) bool {
		return !slices.Contains(l.relations, relation)
	})
}

// parseLinks reads one value of the header Link, which can have several links with commas between them. It stops at the
// first text that is not a link.
func parseLinks(value string) []link {
	var links []link
	rest := value
	for {
		rest = strings.TrimLeft(rest, ", \t")
		target, after, closed := strings.Cut(strings.TrimPrefix(rest, "<"), ">")
		if !strings.HasPrefix(rest, "<") || !closed {
			return links
		}
		found := link{target: strings.TrimSpace(target)}
		rest = found.parameters(after)
		links = append(links, found)
	}
}

// parameters reads the parameters of a link, and returns the text from the next link on.
func (l *link) parameters(text string) (rest string) {
	hasRelation := false
	for {
		text = strings.TrimLeft(text, " \t")
		if !strings.HasPrefix(text, ";") {
			return afterComma(text)
		}
		var name, value string
		name, value, text = parameter(strings.TrimLeft(text[1:], " \t"))
		switch {
		case name == "rel" && !hasRelation: // Further ones are to be ignored (RFC 8288, 3.3).
			hasRelation, l.relations = true, strings.Fields(strings.ToLower(value))
		case name == "anchor":
			l.elsewhere = true
		}
	}
}

// parameter reads one parameter, and returns the text behind it. The value is empty if the parameter has none.
func parameter(text string) (name, value, rest string) {
	end := strings.IndexAny(text, "=;, \t")
	if end < 0 {
		return strings.ToLower(text), "", ""
	}
	name, text = strings.ToLower(text[:end]), strings.TrimLeft(text[end:], " \t")
	text, hasValue := strings.CutPrefix(text, "=")
	if !hasValue {
		return name, "", text
	}
	text = strings.TrimLeft(text, " \t")
	if strings.HasPrefix(text, `"`) {
		value, rest = quoted(text[1:])
		return name, value, rest
	}
	if end = strings.IndexAny(text, ";, \t"); end < 0 {
		return name, text, ""
	}
	return name, text[:end], text[end:]
}

// quoted reads a text up to the closing quotation mark, and returns the text behind the mark too.
func quoted(text string) (value, rest string) {
	var unquoted strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return unquoted.String(), text[i+1:]
		case text[i] == '\\' && i+1 < len(text):
			i++
		}
		unquoted.WriteByte(text[i])
	}
	return unquoted.String(), ""
}

// afterComma returns the text behind the next comma that is not in quotation marks.
func afterComma(text string) string {
	for text != "" {
		at := strings.IndexAny(text, `,"`)
		switch {
		case at < 0:
			return ""
		case text[at] == ',':
			return text[at+1:]
		}
		_, text = quoted(text[at+1:])
	}
	return ""
}

// Links returns the links of AnnouncingRelations in the headers of an answer, each page once.
func (a *Answer) Links() []Link {
	var links []Link
	for _, value := range a.Header.Values("Link") {
		for _, found := range parseLinks(value) {
			relations := found.announcing()
			target := shownTarget(found.target, a.http.URL)
			if len(relations) == 0 || target == "" || a.redact.Replace(target) != target {
				continue // Messages show no URL with a secret in it, and a redacted URL leads nowhere.
			}
			i := slices.IndexFunc(links, func(l Link) bool { return l.URL == target })
			if i < 0 {
				i, links = len(links), append(links, Link{URL: target})
			}
			links[i].Relations = slices.DeleteFunc(slices.Clone(AnnouncingRelations), func(relation string) bool {
				return !slices.Contains(links[i].Relations, relation) && !slices.Contains(relations, relation)
			})
		}
	}
	return links[:min(len(links), maxLinks)]
}

// shownTarget resolves the target of a link. It is empty if that is not a page that a browser can open.
func shownTarget(target string, asked *url.URL) string {
	parsed, err := asked.Parse(target)
	if err != nil || parsed.Scheme != "https" && parsed.Scheme != "http" || parsed.Host == "" || parsed.User != nil {
		return ""
	}
	if shown := parsed.String(); redact.OneLine(shown) == shown {
		return shown
	}
	return ""
}
