package contracttest

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/api"
)

// ruleHeader is where the emulator names the rule by which it refused a request.
const ruleHeader = "Podfleet-Emulator-Rule"

// CheckRule returns an error unless a refusal of the emulator names a section of the contract that states its status,
// and its subject in one of the words of its message. An injected one names a rule of faults; what succeeds, none.
func CheckRule(ex Exchange, injected bool) error {
	rule := ex.ResponseHeader.Get(ruleHeader)
	section, exists := sections()[rule]
	switch {
	case ex.Status < 400:
		if rule != "" {
			return fmt.Errorf("a success names the rule %q", rule)
		}
		return nil
	case injected && faultRule.MatchString(rule):
		return nil
	case !exists:
		return fmt.Errorf("no section %q", rule)
	case !section[strconv.Itoa(ex.Status)]:
		return fmt.Errorf("%s says nothing of the status %d", rule, ex.Status)
	case handedOn(ex.Path): // The message can be a worker's.
		return nil
	}
	page, _, _ := strings.Cut(rule, " ")
	subjects := slices.Collect(maps.Keys(subjectsOf(ex.ResponseBody, page+" ")))
	if len(subjects) > 0 && !slices.ContainsFunc(subjects, func(w string) bool { return section[w] }) {
		return fmt.Errorf("%s says nothing of %v", rule, subjects)
	}
	return nil
}

var (
	faultRule = regexp.MustCompile(`^fault rule [1-9][0-9]*$`)
	word      = regexp.MustCompile(`[a-z]+|[0-9]+`)
)

// sections have the words of each section of the contract, without those of the sections below it.
var sections = sync.OnceValue(func() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for name, text := range api.Sections() {
		all[name] = words(text)
	}
	return all
})

// subjectsOf returns the words of an error's message that can tell a subject: they are not in most sections of a page.
func subjectsOf(body []byte, page string) map[string]bool {
	var message struct {
		Error, Detail    string
		Problems, Errors []string
	}
	if json.Unmarshal(body, &message) != nil {
		return nil
	}
	texts := slices.Concat(message.Problems, message.Errors, []string{message.Error, message.Detail})
	subjects := words(strings.Join(texts, " "))
	maps.DeleteFunc(subjects, func(w string, _ bool) bool {
		has, all := 0, 0
		for name, section := range sections() {
			if strings.HasPrefix(name, page) {
				all++
				if section[w] {
					has++
				}
			}
		}
		return len(w) < 4 || w == "must" || has > all/2
	})
	return subjects
}

func words(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range word.FindAllString(strings.ToLower(text), -1) {
		set[w] = true
	}
	return set
}
