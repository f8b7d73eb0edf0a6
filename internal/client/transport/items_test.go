package transport

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

func TestReadArray(t *testing.T) {
	t.Parallel()
	type named struct{ ID string }
	read := func(item named) (string, error) {
		if item.ID == "" {
			return "", errors.New("it has no ID")
		}
		return item.ID, nil
	}
	for _, c := range []struct {
		body, objects string
		unreadable    []string // position, ID, and a part of the error
	}{
		{body: `[]`},
		{body: ` [ {"id":"a"} , {"id":"b"}]` + "\n", objects: "a b"},
		{
			body: `[{"id":"a"}, {"id":7,"name":"n"} ,7,null,{"id":"b,]"},[{}],{"name":"last"}]`, objects: "a b,]",
			unreadable: []string{
				`2 7 its member "ID" is a number`, "3  it is no JSON object", "4  it has no ID", "6  it is no JSON object",
				"7  it has no ID",
			},
		},
	} {
		objects, unreadable, err := ReadArray(answered(c.body), read)
		if err != nil || objects == nil || strings.Join(objects, " ") != c.objects || len(unreadable) != len(c.unreadable) {
			t.Errorf("%s: %q, unreadable %+v, %v", c.body, objects, unreadable, err)
			continue
		}
		for i, item := range unreadable {
			want := strings.SplitN(c.unreadable[i], " ", 3)
			if got := strconv.Itoa(item.Position); got != want[0] || item.ID != want[1] ||
				!strings.Contains(item.Err.Error(), want[2]) {
				t.Errorf("%s: position %s, ID %q, %v, want %q", c.body, got, item.ID, item.Err, want)
			}
		}
	}
	for _, body := range []string{``, `{}`, `7`, `[{"id":"a"}`, `[{"id":"a"}] x`, `[{"id":"a"},]`, `<html>`} {
		if objects, unreadable, err := ReadArray(answered(body), read); err == nil {
			t.Errorf("%s: %q, unreadable %+v, want an error", body, objects, unreadable)
		}
	}
	if objects, unreadable, err := ReadArray(answered(`null`), read); objects != nil || unreadable != nil ||
		err != nil {
		t.Errorf("null: %q, unreadable %+v, %v", objects, unreadable, err)
	}
}

func answered(body string) *Answer {
	return &Answer{call: &call{}, response: response{body: []byte(body)}}
}
