package management2

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
)

// pagination is the member that a list with pages has beside its objects (contract-v2 2).
type pagination struct {
	NextCursor  *string `json:"nextCursor"` // nil on the last page
	HasNextPage bool    `json:"hasNextPage"`
}

// position is the content of a cursor: the place of a page in a list, and the list.
type position struct {
	Operation string `json:"o"`
	Query     string `json:"q"` // of the first page
	Before    int    `json:"n"` // the number of the last object of the page before
}

// page returns one page of a list, newest first, under the list's member. Objects come in the order of their numbers,
// of which later objects have higher ones: so a page begins where the last one ended, whatever was created or deleted
// in between. An older deployment has no pages.
func page[T any](
	c *call, member string, objects []T, number func(T) int, shown form[T],
) (object, error) {
	size, from, err := c.pageOf()
	if err != nil {
		return nil, err
	}
	list, next := []object{}, pagination{}
	last := 0
	for _, value := range slices.Backward(objects) {
		if from > 0 && number(value) >= from {
			continue
		}
		if size > 0 && len(list) == size {
			cursor := c.cursor(last)
			next = pagination{&cursor, true}
			break
		}
		list, last = append(list, shown(c, value)), number(value)
	}
	return object{member: list, "pagination": next}, nil
}

// pageOf reads the parameters of a page: its size, 0 without an end, and the number that it begins before, 0 for the
// first page.
func (c *call) pageOf() (size, from int, err error) {
	if c.api.options.August {
		return 0, 0, nil
	}
	size = DefaultPageSize
	if c.Query.Has("limit") {
		if size, err = strconv.Atoi(c.Query.Get("limit")); err != nil {
			return 0, 0, err
		}
	}
	if most := c.api.options.PageSize; most > 0 {
		size = min(size, most)
	}
	if !c.Query.Has("cursor") {
		return size, 0, nil
	}
	var at position
	text, err := base64.RawURLEncoding.DecodeString(c.Query.Get("cursor"))
	if err == nil {
		err = json.Unmarshal(text, &at)
	}
	if err != nil || at.Operation != c.name || at.Query != c.listQuery() {
		return 0, 0, unprocessable("cursor: is not of this list")
	}
	return size, at.Before, nil
}

func (c *call) cursor(before int) string {
	text, err := json.Marshal(position{c.name, c.listQuery(), before})
	if err != nil {
		return "" // Texts and a number are always JSON.
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// listQuery returns the parameters that belong to the list and not to the page.
func (c *call) listQuery() string {
	query := url.Values{}
	for _, name := range c.of.Query {
		if name != "cursor" && c.Query.Has(name) {
			query.Set(name, c.Query.Get(name))
		}
	}
	return query.Encode()
}
