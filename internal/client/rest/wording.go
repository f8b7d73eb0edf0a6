package rest

import (
	"regexp"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// meanings are the meanings of the words in errors of all versions (contract 2.2 to 2.6, contract-v2 4 to 8).
var meanings = []transport.Meaning{
	{Message: regexp.MustCompile(`(?i)name must be unique`), Kind: transport.KindNameTaken},
	{Message: regexp.MustCompile(`(?i)must remove this network volume|\bin use\b`), Kind: transport.KindInUse},
	{Message: regexp.MustCompile(`(?i)no instances|instances available|not have the resources`),
		Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)not enough free gpus|could not find any pods`), Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)no longer offered`), Kind: transport.KindNotOffered},
	{Message: regexp.MustCompile(`(?i)\bquota\b`), Kind: transport.KindQuota, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\bbalance\b`), Kind: transport.KindBalance, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\blocked\b`), Kind: transport.KindLocked, IsOfAccount: true},
}

// Meanings returns the meanings that only one version has, before those of all.
func Meanings(own ...transport.Meaning) []transport.Meaning { return slices.Concat(own, meanings) }
