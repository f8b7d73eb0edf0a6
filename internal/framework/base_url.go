package framework

import (
	"fmt"
	"net"
	"net/url"
	"path"
	"slices"
	"strings"
)

// BaseURLProblem describes the fault of a base URL. The summary wants the name of the argument after it, the detail
// before it.
type BaseURLProblem struct{ Summary, Detail string }

// BaseURL reads the base of one of the service's interfaces, which ends in one of the versions of that interface, such
// as v1 (contract 1). It comes without a trailing slash. The text is quoted in diagnostics, so one with credentials is
// refused before anything else is said. That is any text with an @: behind a password with a slash in it, to a parser
// it is part of the path.
func BaseURL(text string, versions ...string) (*url.URL, *BaseURLProblem) {
	u, err := url.Parse(text)
	if strings.Contains(text, "@") {
		return nil, &BaseURLProblem{"Credentials in",
			"has a user name or password in it, because it has an @. The service accepts neither.\n\n" +
				"Next: remove them, and set api_key."}
	}
	if err != nil || u.Host == "" || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, &BaseURLProblem{"Malformed",
			fmt.Sprintf("is not a URL that has a host and begins with http or https.\n\n"+
				"Next: set it to a URL such as https://host/%s.",
				versions[len(versions)-1])}
	}
	if u.RawQuery != "" || u.Fragment != "" || u.ForceQuery {
		return nil, &BaseURLProblem{"Malformed",
			"has a query or a fragment, and a base URL has neither.\n\nNext: remove the part after the path."}
	}
	if !slices.Contains(versions, path.Base(u.Path)) {
		return nil, &BaseURLProblem{"Wrong version in",
			fmt.Sprintf("is %q. Its path must end in /%s: the provider supports no other version.\n\n"+
				"Next: set it to the base URL of such an interface.", text,
				strings.Join(versions, " or /"))}
	}
	u.Path, u.RawPath = strings.TrimRight(u.Path, "/"), strings.TrimRight(u.RawPath, "/")
	return u, nil
}

// IsLoopback reports whether a host is this machine, by its name alone: none is resolved.
func IsLoopback(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
