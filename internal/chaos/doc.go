// Package chaos has tests that apply random configurations through random faults, and find out whether anything is
// lost, doubled or told to those who should not know it. See TestChaos.
package chaos
