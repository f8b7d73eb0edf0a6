package rest2

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// pagesWire is the part of a list about its pages; the lists of older deployments, and those of kinds without pages,
// say nothing (contract-v2 2).
type pagesWire struct {
	NextCursor  members.Optional[string] `json:"nextCursor"`
	HasNextPage members.Optional[bool]   `json:"hasNextPage"`
}

// in returns where the objects of a kind are, and how its lists have them: in a member of the answer.
func in(shared, path, member, one string) rest.Collection {
	c := rest.Collection{Shared: shared, Path: path, One: one, Paths: members.Version2}
	all := c.All()
	c.Items = func(a *transport.Answer) ([]members.Members, *transport.Request, error) { return items(a, member, all) }
	return c
}

// items reads a page of a list. An answer without the member, and one that promises another page and does not say where
// it is, is an error. Without a word on that, a cursor says that a page follows: a page that counts as the whole list
// would prove that the objects of the others do not exist.
func items(
	a *transport.Answer, member string, list transport.Request,
) (all []members.Members, next *transport.Request, err error) {
	var pages pagesWire
	_, err = transport.Decode(a, func(answer map[string]json.RawMessage) error {
		if _, ok := answer[member]; !ok {
			return fmt.Errorf("it has no member %q", member)
		}
		if of, ok := answer["pagination"]; ok {
			if err := json.Unmarshal(of, &pages); err != nil {
				return err
			}
		}
		if pages.HasNextPage.Or(false) && pages.NextCursor.Or("") == "" {
			return errors.New("it has no cursor for its next page")
		}
		return json.Unmarshal(answer[member], &all)
	})
	cursor := pages.NextCursor.Or("")
	if err != nil || !pages.HasNextPage.Or(cursor != "") {
		return all, nil, err
	}
	list.Query = url.Values{"cursor": {cursor}}
	return all, &list, nil
}
