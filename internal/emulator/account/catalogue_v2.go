package account

import "slices"

// Country returns the code of the country that a data center is in.
func (c DataCenter) Country() string { return country(c.ID) }

// The stock of a kind of hardware in words.
const (
	StockNone   = "NONE"
	StockLow    = "LOW"
	StockMedium = "MEDIUM"
	StockHigh   = "HIGH"
)

// Availability returns how much of a kind of hardware is left in a data center for requests of so many units: none, up
// to three such requests, up to fifteen, or more [C].
func (a *Account) Availability(id, dataCenter string, units int) string {
	switch requests := a.left(id, dataCenter) / units; {
	case requests == 0:
		return StockNone
	case requests <= 3:
		return StockLow
	case requests <= 15:
		return StockMedium
	}
	return StockHigh
}

// Best returns the highest of several values of Availability; none is StockNone.
func Best(all []string) string {
	order := []string{StockNone, StockLow, StockMedium, StockHigh}
	best := 0
	for _, one := range all {
		best = max(best, slices.Index(order, one))
	}
	return order[best]
}

// HasCuda reports whether a machine has a version that fits constraints. least can leave out the minor version.
func HasCuda(allowed []string, least string) bool {
	_, fits := machineCuda(allowed, least)
	return fits
}
