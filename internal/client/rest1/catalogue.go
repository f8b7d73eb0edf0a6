package rest1

import "github.com/podfleet/terraform-provider-podfleet/internal/client/rest"

// Catalogue returns no request: version 1 has none.
func Catalogue(Options) (none rest.Catalogue) { return none }
