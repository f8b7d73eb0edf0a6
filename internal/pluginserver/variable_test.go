package pluginserver

import "testing"

func TestShortAnswersFrom(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]ShortAnswers{
		"": ShortAnswersOn, "true": ShortAnswersOn, "false": ShortAnswersOff, " compare ": ShortAnswersCompared,
	} {
		if got, err := shortAnswersFrom(func(string) string { return value }); got != want || err != nil {
			t.Errorf("%q: %s, %v", value, got, err)
		}
	}
	maybe := func(name string) string { return map[string]string{Variable: "maybe"}[name] }
	if _, err := shortAnswersFrom(maybe); err == nil {
		t.Error("maybe is taken")
	}
}
