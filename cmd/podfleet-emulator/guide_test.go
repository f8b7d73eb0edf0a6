package main

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

var helpLine = regexp.MustCompile(`(?m)^  --([a-z0-9-]+)`)

// The guide has every flag and every member of a fault rule and of a script once, and each kind.
func TestGuide_flagsAndFaults(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../templates/guides/emulator.md")
	if err != nil {
		t.Fatal(err)
	}
	section := func(heading string) (firstCells string) {
		_, text, _ := strings.Cut(string(content), "\n## "+heading+"\n")
		text, _, _ = strings.Cut(text, "\n## ")
		for line := range strings.Lines(text) {
			if cells := strings.Split(line, "|"); len(cells) > 4 { // Two columns and more, so not the kinds of failures.
				firstCells += cells[1]
			}
		}
		return firstCells
	}
	var help strings.Builder
	if _, err := parse([]string{"-help"}, nil, &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	flags := helpLine.FindAllStringSubmatch(help.String(), -1)
	if len(flags) < 25 {
		t.Fatalf("the help has %d flags", len(flags))
	}
	table := section("Flags")
	for _, found := range flags {
		if n := strings.Count(table, "`--"+found[1]+"`"); n != 1 {
			t.Errorf("the guide has the flag %s %d times", found[1], n)
		}
	}
	for heading, rule := range map[string]reflect.Type{
		"Make it fail": reflect.TypeFor[emulator.Fault](), "Scripted workers": reflect.TypeFor[emulator.Script](),
	} {
		table = section(heading)
		for i := range rule.NumField() {
			name, _, _ := strings.Cut(rule.Field(i).Tag.Get("json"), ",")
			if n := strings.Count(table, "`"+name+"`"); n != 1 {
				t.Errorf("the guide has the member %s %d times under %s", name, n, heading)
			}
		}
	}
	for _, kind := range wire.FaultKinds() {
		if row := regexp.MustCompile("(?m)^\\| (`[a-z_]+`, )?`" + kind + "`[^|]*\\|[^|]+\\|$"); !row.Match(content) {
			t.Errorf("the guide has no row for the kind %s of fault rules", kind)
		}
	}
}

// controlCommand is a command of the guide for the control interface: method, path, header and body.
var controlCommand = regexp.MustCompile(`(?m)^curl -X ([A-Z]+) http://127\.0\.0\.1:8787(/_emulator/\S+)` +
	`(?: -H "(\S+): (\S+)")?(?: \\\n *)? *-d '(.*)'$`)

// The emulator accepts the commands of the guide, those with the token only with it, and the rules for the second
// create do what the guide says.
func TestGuide_controlCommands(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../templates/guides/emulator.md")
	if err != nil {
		t.Fatal(err)
	}
	found := controlCommand.FindAllStringSubmatch(string(content), -1)
	if want := strings.Count(string(content), "\ncurl "); len(found) != want || want < 6 {
		t.Fatalf("this test reads %d of %d commands", len(found), want)
	}
	withToken, ofSecond := 0, 0
	for _, one := range found {
		method, path, token, body := one[1], one[2], one[4], one[5]
		s := emulator.Start(t, emulator.Options{ControlToken: token})
		create := func(path, body string) int {
			status, _ := send(t, http.MethodPost, s.RESTURL()+path, s.APIKey(), body)
			return status
		}
		if status := create("/templates", `{"name":"t","imageName":"i"}`); status != http.StatusOK {
			t.Fatalf("the create of a template: %d", status)
		}
		url := s.URL() + strings.Replace(path, "/ID", "/"+fmt.Sprint(s.Objects(emulator.KindTemplates)[0]["id"]), 1)
		var header []string
		if token != "" {
			header = one[3:5]
		}
		if status, text := send(t, method, url, s.APIKey(), body, header...); status != http.StatusOK {
			t.Errorf("%s\n%d %s", one[0], status, text)
		}
		if token != "" {
			withToken++
			if status, _ := send(t, method, url, s.APIKey(), body); status/100 != 4 {
				t.Errorf("without the token: %d", status)
			}
		}
		if !strings.Contains(body, `"pass"`) {
			continue
		}
		ofSecond++
		var statuses []int
		for range 3 {
			statuses = append(statuses, create("/pods", `{"name":"p","imageName":"i"}`))
		}
		if want := []int{http.StatusCreated, http.StatusBadGateway, http.StatusCreated}; !slices.Equal(statuses, want) {
			t.Errorf("the creates return %v, want %v", statuses, want)
		}
	}
	if withToken == 0 || ofSecond == 0 {
		t.Errorf("%d commands show the token, %d are for the second create", withToken, ofSecond)
	}
}
