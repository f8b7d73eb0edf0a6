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

// itemsOf returns what reads a page of a list, whose objects are in a member of the answer. An answer without it, and
// one that promises another page and does not say where it is, is an error. Without a word on that, a cursor says that
// a page follows: a page that counts as the whole list would prove that the objects of the others do not exist.
func itemsOf[W any](of rest.Collection, member string) func(*transport.Answer) ([]W, *transport.Request, error) {
	return func(a *transport.Answer) (all []W, next *transport.Request, err error) {
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
		list := of.All()
		list.Query = url.Values{"cursor": {cursor}}
		return all, &list, nil
	}
}
