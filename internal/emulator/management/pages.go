package management

import (
	"cmp"
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// page returns one page of a list, newest first, under the list's member. Objects come in the order of their numbers,
// of which later objects have higher ones: so a page begins where the last one ended, whatever was created or deleted
// in between. An older deployment has no pages.
func page[T any](
	c *call, member string, objects []T, number func(T) int, shown func(c *call, value T) object,
) (object, error) {
	size, from, err := c.pageOf()
	if err != nil {
		return nil, err
	}
	list, next := []object{}, object{"nextCursor": nil, "hasNextPage": false}
	last := 0
	for _, value := range slices.Backward(objects) {
		if from > 0 && number(value) >= from {
			continue
		}
		if size > 0 && len(list) == size {
			next = object{"nextCursor": c.cursor(last), "hasNextPage": true}
			break
		}
		list, last = append(list, shown(c, value)), number(value)
	}
	return object{member: list, "pagination": next}, nil
}

// pageOf reads the parameters of a page: its size, 0 without an end, and the number that it begins before, 0 for the
// first page.
func (c *call) pageOf() (size, from int, err error) {
	if !slices.Contains(c.of.Query, "cursor") {
		return 0, 0, nil
	}
	size = cmp.Or(c.number("limit"), DefaultPageSize)
	if most := c.api.options.PageSize; most > 0 {
		size = min(size, most)
	}
	if !c.Query.Has("cursor") {
		return size, 0, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(c.Query.Get("cursor"))
	list, number, _ := strings.Cut(string(text), " ")
	if err == nil {
		from, err = strconv.Atoi(number)
	}
	if err != nil || list != c.listed() {
		return 0, 0, unprocessable("cursor: is not of this list")
	}
	return size, from, nil
}

// cursor returns the place of a page: its list, and the number of the last object of the page before.
func (c *call) cursor(before int) string {
	return base64.RawURLEncoding.EncodeToString([]byte(c.listed() + " " + strconv.Itoa(before)))
}

// listed returns what tells one list from another: the operation, with the parameters that are not about the page.
func (c *call) listed() string {
	query := url.Values{}
	for _, name := range c.of.Query {
		if name != "cursor" && c.Query.Has(name) {
			query.Set(name, c.Query.Get(name))
		}
	}
	return c.name + "?" + query.Encode()
}
