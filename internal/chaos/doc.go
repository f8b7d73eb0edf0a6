// Package chaos has tests that apply random configurations through random faults. They find objects that the provider
// loses or creates twice, and secrets that it discloses. See TestChaos.
package chaos
