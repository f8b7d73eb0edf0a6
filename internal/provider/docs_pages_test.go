package provider_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
)

const templates = "../../templates"

// section is a part of a page, from a heading to the next one of any level.
type section struct {
	heading string   // without #; empty before the first heading
	code    string   // the configurations that it shows, one after the other
	shell   []string // its blocks of commands
	words   []string
}

var headingLine = regexp.MustCompile(`^#{1,6} `)

// sections splits the text of a page at its headings. A line in a code block is no heading. A code block in a list is
// indented, and its code is without the indentation.
func sections(text string) []section {
	all := []section{{}}
	var fence, language, indent string
	for line := range strings.Lines(text) {
		last := &all[len(all)-1]
		trimmed := strings.TrimSpace(line)
		switch {
		case fence == "" && strings.HasPrefix(trimmed, "```"):
			fence, language = "```", strings.TrimLeft(trimmed, "`")
			indent = line[:strings.Index(line, "`")]
			if language == "shell" {
				last.shell = append(last.shell, "")
			}
		case fence != "" && trimmed == fence:
			fence = ""
		case fence != "":
			switch language {
			case "terraform":
				last.code += strings.TrimPrefix(line, indent)
			case "shell":
				last.shell[len(last.shell)-1] += strings.TrimPrefix(line, indent)
			}
		case headingLine.MatchString(line):
			all = append(all, section{heading: strings.TrimSpace(strings.TrimLeft(line, "#"))})
		default:
			last.words = append(last.words, strings.Fields(line)...)
		}
	}
	return all
}

// pages reads the files below a folder whose names end in suffix, by their paths.
func pages(t *testing.T, folder, suffix string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(name, suffix) {
			all[name] = read(t, folder+"/"+name)
		}
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%s has %d pages (%v)", folder, len(all), err)
	}
	return all
}

// guide is the configuration that a guide shows under a heading. Another page has its path below templates, such as
// index or resources/pod.
func guide(t *testing.T, name, under string) string {
	t.Helper()
	page := templates + "/guides/" + name + ".md"
	if _, err := os.Stat(page); err != nil {
		page = templates + "/" + name + ".md.tmpl"
	}
	for _, part := range sections(read(t, page)) {
		if part.heading == under && part.code != "" {
			return part.code
		}
	}
	t.Fatalf("the guide %s shows no configuration under %q", name, under)
	return ""
}

// commands are the blocks of commands of a guide under a heading. It fails the test if they are not this many.
func commands(t *testing.T, name, under string, want int) []string {
	t.Helper()
	for _, part := range sections(read(t, templates+"/guides/"+name+".md")) {
		if part.heading == under {
			if len(part.shell) != want {
				t.Fatalf("the guide %s has %d blocks of commands under %q, want %d", name, len(part.shell), under, want)
			}
			return part.shell
		}
	}
	t.Fatalf("the guide %s has no heading %q", name, under)
	return nil
}
