package api

import (
	_ "embed"
	"regexp"
	"slices"
	"sync"
)

var (
	//go:embed CONTRACT.md
	contract string
	//go:embed CONTRACT-V2.md
	contractV2 string

	heading = regexp.MustCompile(`(?m)^##+ ([0-9]+(?:\.[0-9]+)?)\.? `)
)

// Sections returns the text of each section of the written contract, CONTRACT.md and CONTRACT-V2.md, in Markdown and
// without the sections below it, by the names under which the code cites them: "contract 2.6", "contract-v2 1.3".
// Callers must not change the map.
var Sections = sync.OnceValue(func() map[string]string {
	sections := map[string]string{}
	for page, text := range map[string]string{"contract ": contract, "contract-v2 ": contractV2} {
		end := len(text)
		for _, found := range slices.Backward(heading.FindAllStringSubmatchIndex(text, -1)) {
			sections[page+text[found[2]:found[3]]] = text[found[0]:end]
			end = found[0]
		}
	}
	return sections
})
