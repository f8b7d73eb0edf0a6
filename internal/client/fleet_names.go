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
	// CreateError is creates.Error.
	CreateError = creates.Error
	// FoundObject is creates.FoundObject.
	FoundObject = creates.FoundObject
	// ExistingObjects is creates.ExistingObjects.
	ExistingObjects = creates.ExistingObjects
	// Peers is creates.Peers.
	Peers = creates.Peers
)

// The treatment of objects that existed before a create: see creates.ExistingObjects.
const (
	ExistingIgnore = creates.ExistingIgnore
	ExistingError  = creates.ExistingError
)

// IsGone reports whether an object is known not to exist any more: see fleet.IsGone.
func IsGone(err error) bool { return fleet.IsGone(err) }

// IsStillListed reports whether an error is a 404 about an object that a later list still shows.
func IsStillListed(err error) bool { return fleet.IsStillListed(err) }

// IsUnprovenAbsence reports, for an error that IsGone, whether the run should warn: see fleet.IsUnprovenAbsence.
func IsUnprovenAbsence(err error) bool { return fleet.IsUnprovenAbsence(err) }
