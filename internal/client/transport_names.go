package client

import "github.com/podfleet/terraform-provider-podfleet/internal/client/transport"

// The names of package transport that callers of this package use: they import one package.

// Optional distinguishes, as JSON does and Go's zero values do not, a member that is absent, one that is null, and one
// with a value, which may be empty: see transport.Optional.
type Optional[T any] = transport.Optional[T]

// Some returns an Optional with a value.
func Some[T any](value T) Optional[T] { return transport.Some(value) }

// Null returns an Optional that is JSON null.
func Null[T any]() Optional[T] { return transport.Null[T]() }

// IsEmpty reports whether fields ask for nothing. Such an update must not be sent: it can restart what runs (contract
// 2.1).
func IsEmpty[F any](fields F) bool { return transport.IsEmpty(fields) }

// Remaining returns of the wanted fields those that actual does not have: see transport.Remaining.
func Remaining[F any](wanted, actual F) F { return transport.Remaining(wanted, actual) }

// WithoutEmptyLists drops the empty lists of fields: in a create, an empty list of acceptable values asks for nothing.
func WithoutEmptyLists[F any](fields F) F { return transport.WithoutEmptyLists(fields) }
