package rest1

import "github.com/podfleet/terraform-provider-podfleet/internal/client/rest"

// Catalogue returns nil: version 1 has none.
func Catalogue(Options) rest.Catalogue { return nil }
