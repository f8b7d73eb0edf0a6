package framework

import "testing"

func TestObject(t *testing.T) {
	t.Parallel()
	for of, want := range map[Object]string{
		{"pod", "web", "x7y8z9"}: `Ends: pod "web" (x7y8z9)`,
		{"job", "", "1234-e1"}:   "Ends: job 1234-e1",
		{"pod", "web", ""}:       `Ends: pod "web"`,
		{"pod", "", ""}:          "Ends: pod",
		{"network volume", "ä-name-of-24-characters-x", "an-id-that-is-longer-than-the-name"}: "Ends: network volume " +
			`"ä-name-of-24-characters…" (an-id-that-is-longer-than-the-name)`,
		{"pod", "ä-name-of-24-characters-", "x"}: `Ends: pod "ä-name-of-24-characters-" (x)`,
	} {
		if got := of.About("Ends"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
