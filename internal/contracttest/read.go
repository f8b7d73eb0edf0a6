package contracttest

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Read is an operation that only reads.
type Read struct {
	Operation string // its operationId
	// Path is the whole of it, with the version segment, as in "/v1/templates/{templateId}".
	Path string
	// Flags are the parameters of its query that are true or false.
	Flags []string
}

// Reads returns all GETs of a version of the management interface and of the queue, by their paths; a path comes before
// those below it. Paths of version 2 of the management interface begin with /management/v2.
func Reads(version int) []Read {
	reads := readsOf(compiled(), "")
	if version > 1 {
		reads = slices.DeleteFunc(reads, func(r Read) bool { return !strings.HasPrefix(r.Path, queue) })
		reads = append(reads, readsOf(compiled2(), management)...)
	}
	slices.SortFunc(reads, func(a, b Read) int { return cmp.Compare(a.Path, b.Path) })
	return reads
}

func readsOf(contract *contract, prefix string) (reads []Read) {
	for _, op := range contract.operations {
		if op.route.Method != http.MethodGet {
			continue
		}
		read := Read{Operation: op.route.Operation.OperationID, Path: prefix + strings.Join(op.elements, "/")}
		for _, parameter := range slices.Concat(op.route.PathItem.Parameters, op.route.Operation.Parameters) {
			in := parameter.Value
			if in.In == openapi3.ParameterInQuery && in.Schema.Value.Type.Is(openapi3.TypeBoolean) {
				read.Flags = append(read.Flags, in.Name)
			}
		}
		reads = append(reads, read)
	}
	return reads
}
