package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// maxAnswer bounds an answer in bytes, as the provider's client does.
const maxAnswer = 64 << 20

// management begins the paths of version 2 of the management interface, which has the queue's segment v2.
const management = "management"

// service is the deployment that is looked at.
type service struct {
	key   string
	bases map[string]*url.URL // by the first element of the contract's path
	http  *http.Client
}

func newService(key string, bases map[string]*url.URL) *service {
	return &service{key: key, bases: bases, http: &http.Client{
		Timeout: time.Minute,
		// The key goes nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// get reads a path of the contract, by its elements, in which ids have taken the place of parameters: v1, pods, abc.
func (s *service) get(ctx context.Context, path []string, flags []string) (contracttest.Exchange, error) {
	ex := contracttest.Exchange{Method: http.MethodGet, Query: url.Values{}}
	for _, flag := range flags {
		ex.Query.Set(flag, "true")
	}
	ofBase := 1
	if path[0] == management {
		ofBase = 2
	}
	base, below := path[0], slices.Clone(path[ofBase:])
	for i, element := range below {
		below[i] = url.PathEscape(element)
	}
	ex.Path = "/" + strings.Join(slices.Concat(path[:ofBase], below), "/")
	address := s.bases[base].JoinPath(below...)
	address.RawQuery = ex.Query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return ex, err
	}
	request.Header.Set("Authorization", "Bearer "+s.key)
	request.Header.Set("User-Agent", "terraform-provider-podfleet-contract-live")
	response, err := s.http.Do(request)
	if err != nil {
		return ex, err
	}
	defer response.Body.Close()
	ex.Status, ex.ResponseHeader = response.StatusCode, response.Header
	ex.ResponseBody, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err == nil && len(ex.ResponseBody) > maxAnswer {
		err = fmt.Errorf("the answer is larger than %d MiB", maxAnswer>>20)
	}
	return ex, err
}

// elements returns the elements of a path that begins with a slash.
func elements(path string) []string { return strings.Split(strings.TrimPrefix(path, "/"), "/") }
