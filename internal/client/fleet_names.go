package client

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// The names of packages fleet and creates that callers of this package use: they import one package.
type (
	// User is fleet.User.
	User = fleet.User
	// InUseError is fleet.InUseError.
	InUseError = fleet.InUseError
	// OtherAccountError is fleet.OtherAccountError.
	OtherAccountError = fleet.OtherAccountError

	// Created is creates.Created.
	Created[T any] = creates.Created[T]
	// Adoption is creates.Adoption.
	Adoption = creates.Adoption
	// LateObject is creates.LateObject.
	LateObject = creates.LateObject
	// CreateError is creates.Error.
	CreateError = creates.Error
	// CreateOutcome is creates.Outcome.
	CreateOutcome = creates.Outcome
	// Doubt is creates.Doubt.
	Doubt = creates.Doubt
	// FoundObject is creates.FoundObject.
	FoundObject = creates.FoundObject
	// ExistingObjects is creates.ExistingObjects.
	ExistingObjects = creates.ExistingObjects
	// Peers is creates.Peers.
	Peers = creates.Peers
	// CreateEnd is creates.End.
	CreateEnd = creates.End
	// OpenCreate is creates.Open.
	OpenCreate = creates.Open
)

// The known effects of a create that failed: see creates.Outcome.
const (
	CreateRejected  = creates.Rejected
	CreateNotSent   = creates.NotSent
	CreateMissing   = creates.Missing
	CreateAmbiguous = creates.Ambiguous
	CreateDoubtful  = creates.Doubtful
	CreateUnlooked  = creates.Unlooked
	CreateNameTaken = creates.NameTaken
	CreateExists    = creates.Exists
)

// Why an object that can be the result of a create is not proven to be: see creates.Doubt.
const (
	DoubtTwin        = creates.DoubtTwin
	DoubtDiffering   = creates.DoubtDiffering
	DoubtNotShown    = creates.DoubtNotShown
	DoubtTime        = creates.DoubtTime
	DoubtInterrupted = creates.DoubtInterrupted
	DoubtPeer        = creates.DoubtPeer
)

// The treatment of objects that existed before a create: see creates.ExistingObjects.
const (
	ExistingIgnore  = creates.ExistingIgnore
	ExistingWarning = creates.ExistingWarning
	ExistingError   = creates.ExistingError
)

// Defaults of Config.
const (
	DefaultSecondLook = creates.DefaultSecondLook
	DefaultLateLook   = creates.DefaultLateLook
)

// IsGone reports whether an object is known not to exist any more: see fleet.IsGone.
func IsGone(err error) bool { return fleet.IsGone(err) }

// IsStillListed reports whether an error is a 404 about an object that a later list still shows.
func IsStillListed(err error) bool { return fleet.IsStillListed(err) }

// IsUnprovenAbsence reports, for an error that IsGone, whether the run should warn: see fleet.IsUnprovenAbsence.
func IsUnprovenAbsence(err error) bool { return fleet.IsUnprovenAbsence(err) }
