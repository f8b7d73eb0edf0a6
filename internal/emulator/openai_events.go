package emulator

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// openAIEvents makes server-sent events of what a worker hands over (contract 3.2).
type openAIEvents struct {
	line string // the beginning of the last line of the worker's text, which has no end yet
	open bool   // the line before it was not blank, so that its event has no end yet
	done bool   // the text had a [DONE]
}

// of returns the events of a chunk: text as it is, the items of a list one by one, and other JSON as an event.
func (e *openAIEvents) of(chunk json.RawMessage) (events []byte) {
	var text string
	if chunk[0] == '"' && json.Unmarshal(chunk, &text) == nil {
		return e.verbatim(text)
	}
	var list []json.RawMessage
	if chunk[0] != '[' || json.Unmarshal(chunk, &list) != nil {
		return e.event("data: " + string(chunk))
	}
	for _, item := range list {
		if !e.done {
			events = append(events, e.of(item)...)
		}
	}
	return events
}

// verbatim returns a text up to the end of its [DONE].
func (e *openAIEvents) verbatim(text string) []byte {
	const long = 100 // bytes, more than [DONE] has
	for rest, whole := text, true; whole; {
		var line string
		line, rest, whole = strings.Cut(rest, "\n")
		if e.line += line; len(e.line) > long {
			e.line = e.line[:long]
		}
		if data, isData := strings.CutPrefix(e.line, "data:"); isData && strings.TrimSpace(data) == "[DONE]" {
			e.done = true
			return append([]byte(strings.TrimRight(text[:len(text)-len(rest)], "\r\n")), "\n\n"...)
		}
		if whole {
			e.open, e.line = strings.TrimSuffix(e.line, "\r") != "", ""
		}
	}
	return []byte(text)
}

// event returns an event of these lines, which ends the one that the worker's text may have begun.
func (e *openAIEvents) event(lines string) []byte {
	if e.line != "" {
		lines = "\n\n" + lines
	} else if e.open {
		lines = "\n" + lines
	}
	e.line, e.open = "", false
	return []byte(lines + "\n\n")
}

// end returns the last event. One with an error has no [DONE] behind it.
func (e *openAIEvents) end(err error) []byte {
	if err == nil {
		return e.event("data: [DONE]")
	}
	answered := &wire.Error{Status: http.StatusInternalServerError, Message: err.Error()}
	errors.As(err, &answered)
	text, err := jsontext.Encode(openAIError(answered))
	if err != nil {
		return nil
	}
	return e.event("event: error\ndata: " + string(text))
}
