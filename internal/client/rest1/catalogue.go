package rest1

import "github.com/podfleet/terraform-provider-podfleet/internal/client/rest"

// Catalogue implements rest.Interface: version 1 has none.
func (version1) Catalogue() rest.Catalogue { return nil }
