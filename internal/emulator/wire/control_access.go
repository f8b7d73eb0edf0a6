package wire

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"strings"
)

const (
	// TokenHeader is where a client of the control interface has its token.
	TokenHeader = "X-Emulator-Control-Token" //nolint:gosec // A name.
	// OutboundHeader marks the emulator's own requests, to webhooks and workers elsewhere.
	OutboundHeader = "X-Emulator-Outbound"
)

// controlRefusal returns the reason why a client may not use the control interface; nil if it may. A client that has
// the token, or the cookie for it, may use it from any machine. Without a token, only a client on this machine may, and
// only by a name that is certainly this machine's. If clients on other machines can connect too, no client may: their
// requests by way of this machine would look like its own. Public routes have nothing to hide: files that are the same
// for everybody, and the exchange of the token for the cookie. The caller has refused the names of other hosts already.
func (s *Server) controlRefusal(of *Request) *Error {
	refused := func(why string) *Error { return &Error{Status: http.StatusForbidden, Message: why} }
	r, isPublic := of.HTTP, of.route != nil && of.route.Public
	switch {
	case isPublic && r.Method == http.MethodGet:
		return nil
	case s.fromOtherSite(r):
		return refused("the control interface does not answer the pages of other sites")
	case r.Header[OutboundHeader] != nil:
		return refused("the control interface does not answer the emulator's own requests")
	case isPublic || s.hasSession(r):
		return nil
	case s.config.ControlToken != "":
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ") // Scrapers and agents can send it.
		if !sameSecret(cmp.Or(r.Header.Get(TokenHeader), bearer), s.config.ControlToken) {
			return refused("the control interface needs the token of --control-token in the header " + TokenHeader)
		}
		return nil
	case s.config.Hosts.BeyondLoopback:
		return refused("the control interface needs --control-token, because the emulator listens beyond loopback")
	case !fromLoopback(r):
		return refused("the control interface answers loopback clients only")
	case !isLoopback(hostname(r.Host)):
		return refused(fmt.Sprintf("the control interface answers requests for localhost only, not for %.100q", r.Host))
	}
	return nil
}

// sessionCookie is how a browser shows that its person had the token. Scripts cannot read it, other sites cannot send
// it, and its value is good for this server only.
const sessionCookie = "podfleet-emulator-session"

// cookieName is this server's: a browser sends the cookies of a host to all its ports.
func (s *Server) cookieName() string { return sessionCookie + "-" + s.session[:6] }

// OpenSession returns the header that gives a browser the cookie, in exchange for the token.
func (s *Server) OpenSession(r *Request, token string) (http.Header, error) {
	if s.config.ControlToken == "" || !sameSecret(token, s.config.ControlToken) {
		return nil, &Error{Status: http.StatusForbidden, Message: "this is not the token of --control-token"}
	}
	cookie := http.Cookie{ //nolint:gosec // Secure where there is TLS.
		Name: s.cookieName(), Value: s.session, Path: s.config.ControlPrefix, HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: strings.HasPrefix(r.HTTP.Header.Get("Origin"), "https:"),
	}
	return http.Header{"Set-Cookie": {cookie.String()}}, nil
}

// hasSession reports whether a browser has the cookie. To change something it must say which page wants to.
func (s *Server) hasSession(r *http.Request) bool {
	cookie, err := r.Cookie(s.cookieName())
	return err == nil && s.config.ControlToken != "" && sameSecret(cookie.Value, s.session) &&
		(r.Method == http.MethodGet || r.Header["Origin"] != nil)
}

// sameSecret compares in a time that depends on neither.
func sameSecret(given, want string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

func fromLoopback(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}
