package rest1

import (
	"regexp"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// meanings are the meanings of the words in errors (contract 2.2 to 2.6).
var meanings = []transport.Meaning{
	{Message: regexp.MustCompile(`(?i)name must be unique`), Kind: transport.KindNameTaken},
	{Message: regexp.MustCompile(`(?i)must remove this network volume|\bin use\b`), Kind: transport.KindInUse},
	{Message: regexp.MustCompile(`(?i)exceeded max body size`), Kind: transport.KindTooLarge},
	{Message: regexp.MustCompile(`(?i)no instances|instances available|not have the resources`),
		Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)not enough free gpus|could not find any pods`), Kind: transport.KindNoCapacity},
	{Message: regexp.MustCompile(`(?i)cannot use pod templates`), Kind: transport.KindWrongKind},
	{Message: regexp.MustCompile(`(?i)no longer offered`), Kind: transport.KindNotOffered},
	{Message: regexp.MustCompile(`(?i)\bquota\b`), Kind: transport.KindQuota, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\bbalance\b`), Kind: transport.KindBalance, IsOfAccount: true},
	{Message: regexp.MustCompile(`(?i)\blocked\b`), Kind: transport.KindLocked, IsOfAccount: true},
}

// RejectsWith4xx implements rest.Interface: most rejections of version 1 are 500 (contract 2.6).
func (version1) RejectsWith4xx() bool { return false }

// Meanings implements rest.Interface.
func (version1) Meanings() []transport.Meaning { return meanings }
