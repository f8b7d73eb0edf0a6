package api

import "embed"

// Pages are the written contract, CONTRACT.md and CONTRACT-V2.md, for tests of references to their sections.
//
//go:embed CONTRACT.md CONTRACT-V2.md
var Pages embed.FS
