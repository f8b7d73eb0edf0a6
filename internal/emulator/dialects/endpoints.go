package dialects

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// What services fill into an endpoint, and how they spell what they were sent.

// fill returns a change that lists all there are where a member lists none.
func fill(member string, all []string) func(kind string, object map[string]any) {
	return func(_ string, object map[string]any) {
		if ids, ok := object[member].([]any); ok && len(ids) == 0 {
			for _, id := range all {
				ids = append(ids, id)
			}
			object[member] = ids
		}
	}
}

// sortGPUTypes puts GPU types in alphabetical order.
func sortGPUTypes(_ string, object map[string]any) {
	if ids, ok := object["gpuTypeIds"].([]any); ok {
		slices.SortFunc(ids, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
}

// fillVolumes lists the one volume where no list of volumes is.
func fillVolumes(_ string, object map[string]any) {
	ids, ok := object["networkVolumeIds"].([]any)
	if id, _ := object["networkVolumeId"].(string); ok && len(ids) == 0 && id != "" {
		object["networkVolumeIds"] = []any{id}
	}
}

// lineEnd is the end of a line in either spelling.
var lineEnd = regexp.MustCompile("\r?\n")

// respell spells texts and lists without an order in another way.
func respell(_ string, object map[string]any) {
	for _, name := range []string{"readme", "volumeMountPath"} {
		if text, ok := object[name].(string); ok && text != "" {
			object[name] = lineEnd.ReplaceAllString(text, "\r\n") + "\r\n "
		}
	}
	for _, name := range []string{"allowedCudaVersions", "dataCenterIds", "gpuTypeIds", "networkVolumeIds", "ports"} {
		if list, ok := object[name].([]any); ok && len(list) > 0 {
			slices.Reverse(list)
			object[name] = append(list, list[0])
		}
	}
}
