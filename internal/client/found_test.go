package client_test

import (
	"fmt"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
)

// idsOf are the ids of objects that a search found, sorted.
func idsOf(found []creates.FoundObject) []string {
	var ids []string
	for _, object := range found {
		ids = append(ids, object.ID)
	}
	slices.Sort(ids)
	return ids
}

// told describes a create's error, for the message of a test.
func told(failed *creates.Error) string {
	return fmt.Sprintf("unknown %t, doubt %q, found %+v, look %v: %v", failed.Unknown, failed.Doubt, failed.Found,
		failed.Look, failed)
}
