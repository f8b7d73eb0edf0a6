package transport

import "net/url"

// JoinURL appends elements to a base URL as requests do: each is escaped, so that it stays one element. An empty one,
// "." and ".." are an error.
func JoinURL(base *url.URL, elements ...string) (string, error) {
	joined, err := join(base, elements)
	if err != nil {
		return "", err
	}
	return joined.String(), nil
}
