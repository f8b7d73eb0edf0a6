// Package simulation has tests that a seed decides: client and provider create things in an emulated account whose
// network and clock are in memory, from one seed, while answers get lost, lists stay behind, processes are killed and
// other clients work in the same account. In the end a judge looks whether each object has what its address says, and
// whether the messages name the rest.
package simulation
