package client

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Announcement is the notice, in the headers of a response, that the service will end the version of the management
// interface that a client uses: Deprecation (RFC 9745), Sunset (RFC 8594), or a Link (RFC 8288) with one of
// transport.AnnouncingRelations.
type Announcement struct {
	// Version is the version that will end.
	Version int
	// URL is the base URL of the management interface.
	URL string
	// Operation is the request whose response was the first to carry it.
	Operation string
	// Deprecation is the time from which the version is deprecated; Sunset is the time of its end. Both are in UTC, and
	// zero if the response has no date that the client can read.
	Deprecation, Sunset time.Time
	// Links are the pages that the response refers to.
	Links []Link

	reported atomic.Bool
}

// FirstReport reports whether it is called for the first time.
func (a *Announcement) FirstReport() bool { return a.reported.CompareAndSwap(false, true) }

// Announcement returns the first announcement in the responses so far; nil if no response had one.
func (c *Client) Announcement() *Announcement {
	c.notices.mu.Lock()
	defer c.notices.mu.Unlock()
	return c.notices.announcement
}

// noteAnnouncement records the first response of the management interface that announces something.
func (c *Client) noteAnnouncement(ctx context.Context, r *transport.Answer) {
	if r.Queue || !announces(r.Header) || c.Announcement() != nil {
		return
	}
	found := &Announcement{
		Version:     c.Version(),
		URL:         c.shownURL(ctx),
		Operation:   r.Operation,
		Deprecation: deprecationDate(r.Header.Get("Deprecation")),
		Sunset:      httpDate(r.Header.Get("Sunset")),
		Links:       r.Links(),
	}
	if !found.says(r.Header) {
		return
	}
	c.notices.mu.Lock()
	defer c.notices.mu.Unlock()
	if c.notices.announcement == nil {
		c.notices.announcement = found
	}
}

// announces reports whether a response may announce something. Most have none of these headers, and are not parsed.
func announces(header http.Header) bool {
	return header["Deprecation"] != nil || header["Sunset"] != nil || header["Link"] != nil
}

// says reports whether headers, from which the announcement was read, announce anything.
func (a *Announcement) says(header http.Header) bool {
	return len(a.Links) > 0 || header.Get("Sunset") != "" || isDeprecated(header.Get("Deprecation"))
}

// isDeprecated reports whether the header Deprecation has a value that does not mean "no". Before RFC 9745 it could be
// a Boolean.
func isDeprecated(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "false", "?0":
		return false
	default:
		return true
	}
}

// deprecationDate reads the header Deprecation: a date in seconds of Unix time behind an @, perhaps with parameters
// (RFC 9651, 3.3.7), or a date as older drafts of RFC 9745 had it. It is zero if the header has no date.
func deprecationDate(value string) time.Time {
	item, _, _ := strings.Cut(value, ";")
	seconds, isDate := strings.CutPrefix(strings.TrimSpace(item), "@")
	if !isDate {
		return httpDate(value)
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	date := time.Unix(unix, 0).UTC()
	if err != nil || date.Year() < 1 || date.Year() > 9999 {
		return time.Time{}
	}
	return date
}

// httpDate reads a date in one of HTTP's forms. It is zero if there is none.
func httpDate(value string) time.Time {
	date, err := http.ParseTime(strings.TrimSpace(value))
	if err != nil {
		return time.Time{}
	}
	return date.UTC()
}
