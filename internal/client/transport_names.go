package client

import (
	"context"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// The names of package transport that callers of this package use: they import one package.

// Optional distinguishes, as JSON does and Go's zero values do not, a member that is absent, one that is null, and one
// with a value, which may be empty: see members.Optional.
type Optional[T any] = members.Optional[T]

// Some returns an Optional with a value.
func Some[T any](value T) Optional[T] { return members.Some(value) }

// Null returns an Optional that is JSON null.
func Null[T any]() Optional[T] { return members.Null[T]() }

// IsEmpty reports whether fields ask for nothing. Such an update must not be sent: it can restart what runs (contract
// 2.1).
func IsEmpty[F any](fields F) bool { return members.IsEmpty(fields) }

// Remaining returns of the wanted fields those that actual does not have: see members.Remaining.
func Remaining[F any](wanted, actual F) F { return members.Remaining(wanted, actual) }

// Spelled returns the members of an answer in the spelling of the known values: see members.Spelled.
func Spelled[F any](answered, known F) F { return members.Spelled(answered, known) }

// Spelling says in which ways the service can spell a value: see members.Spelling.
type Spelling = members.Spelling

// Spellings returns the spellings of the members of a struct: see members.Spellings.
func Spellings[F any]() map[string]Spelling { return members.Spellings[F]() }

// SameSet reports whether two lists of strings have the same elements.
func SameSet(a, b []string) bool { return members.AsSet.Same(a, b) }

// WithoutEmptyLists drops the empty lists of fields: in a create, an empty list of acceptable values asks for nothing.
func WithoutEmptyLists[F any](fields F) F { return members.WithoutEmptyLists(fields) }

// UnreadableItems returns the items because of which a list failed: see transport.UnreadableItems.
func UnreadableItems(err error) []UnreadableItem { return transport.UnreadableItems(err) }

// Types of package transport.
type (
	// Error is every failure of a request.
	Error = transport.Error
	// UnreadableItem is transport.UnreadableItem.
	UnreadableItem = transport.UnreadableItem
	// Kind says what an Error means.
	Kind = transport.Kind
	// Backoff bounds pauses that double from Min up to Max.
	Backoff = pacing.Backoff
	// Attempt describes an attempt at a request, for Config.Observe.
	Attempt = transport.Attempt
	// Throttling is the argument of Config.ObserveThrottling at the first 429 of a rate limit.
	Throttling = pacing.Throttling
)

// The kinds of error: see transport.Kind.
const (
	KindUnknown      = transport.KindUnknown
	KindInvalid      = transport.KindInvalid
	KindUnauthorized = transport.KindUnauthorized
	KindNotFound     = transport.KindNotFound
	KindGone         = transport.KindGone
	KindConflict     = transport.KindConflict
	KindRateLimited  = transport.KindRateLimited
	KindNameTaken    = transport.KindNameTaken
	KindInUse        = transport.KindInUse
	KindNoCapacity   = transport.KindNoCapacity
	KindQuota        = transport.KindQuota
	KindBalance      = transport.KindBalance
	KindWrongKind    = transport.KindWrongKind
	KindNotOffered   = transport.KindNotOffered
	KindLocked       = transport.KindLocked
	KindPaused       = transport.KindPaused
	KindTooLarge     = transport.KindTooLarge
	KindInternal     = transport.KindInternal
	KindUnavailable  = transport.KindUnavailable
	KindRedirect     = transport.KindRedirect
	KindRetired      = transport.KindRetired
	KindNetwork      = transport.KindNetwork
	KindDecode       = transport.KindDecode
)

// ErrNoQueueURL is the error of all operations on jobs if Config.QueueURL is nil.
var ErrNoQueueURL = transport.ErrNoQueueURL

// IsNotFound reports whether the answer is 404. A front end may answer so, and the service does if the URL is wrong:
// before an object is removed from a state, it has to be confirmed that it is gone. See IsGone.
func IsNotFound(err error) bool { return transport.IsNotFound(err) }

// IsOwnNotFound reports whether the service itself says that an object does not exist: see transport.IsOwnNotFound.
func IsOwnNotFound(err error) bool { return transport.IsOwnNotFound(err) }

// IsOwnForbidden reports whether the service itself, and no front end, refuses the API key.
func IsOwnForbidden(err error) bool { return transport.IsOwn(err, KindUnauthorized) }

// IsRateLimited reports whether a request was rejected because the client sent too many requests.
func IsRateLimited(err error) bool { return transport.IsRateLimited(err) }

// OutcomeUnknown reports whether a write may have been carried out although it failed: it has no answer, or one that
// does not say that it was rejected. Such a create must not be repeated before a look at its effect.
func OutcomeUnknown(err error) bool { return transport.OutcomeUnknown(err) }

// MayStillAct reports whether the service may still carry out a write that failed like this: it did not respond in
// time.
func MayStillAct(err error) bool { return transport.MayStillAct(err) }

// IsTransient reports whether a failed look says nothing about what was looked at: the failure may be gone the next
// time.
func IsTransient(err error) bool { return transport.IsTransient(err) }

// IsAttemptTimeout reports whether a request failed because one attempt took too long, though the caller's context did
// not end.
func IsAttemptTimeout(err error) bool { return transport.IsAttemptTimeout(err) }

// WithRedacted returns a context under which none of the values appears in an error: see redact.With.
func WithRedacted(ctx context.Context, values ...string) context.Context {
	return redact.With(ctx, values...)
}

// WithRedactedFrom does what WithRedacted does, for values that need not be secret. Parts of a value stay, and so does
// a value, or a line of one, that is shorter than this many bytes.
func WithRedactedFrom(ctx context.Context, minLength int, values ...string) context.Context {
	return redact.WithFrom(ctx, minLength, values...)
}

// JoinURL appends elements to a base URL as requests do: each is escaped, so that it stays one element. An empty one,
// "." and ".." are an error.
func JoinURL(base *url.URL, elements ...string) (string, error) {
	return transport.JoinURL(base, elements...)
}
