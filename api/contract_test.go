package api_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	// A citation is "contract 2.6", "contract 2.2 to 2.6" or "contract 2.3, 3.3".
	citation = regexp.MustCompile(`\bcontract,? (\d+(?:\.\d+)?(?:(?: to |, | and )\d+(?:\.\d+)?)*)`)
	section  = regexp.MustCompile(`\d+(?:\.\d+)?`)
	heading  = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)?)\.? `)
)

// Comments lean on the written contract: each of them names a section that is there.
func TestContract_citedSectionsExist(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("CONTRACT.md")
	if err != nil {
		t.Fatal(err)
	}
	var sections []string
	for _, found := range heading.FindAllStringSubmatch(string(contract), -1) {
		sections = append(sections, found[1])
	}
	cited := 0
	repository := os.DirFS("..")
	err = fs.WalkDir(repository, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", ".cache", "bin", "dist"}, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !slices.Contains([]string{".go", ".md", ".tmpl", ".yaml"}, path.Ext(name)):
			return nil
		}
		content, err := fs.ReadFile(repository, name)
		if err != nil {
			return err
		}
		// A comment may break between the word and the number.
		text := strings.Join(strings.Fields(strings.ReplaceAll(string(content), "//", " ")), " ")
		for _, found := range citation.FindAllStringSubmatch(text, -1) {
			for _, number := range section.FindAllString(found[1], -1) {
				cited++
				if !slices.Contains(sections, number) {
					t.Errorf("%s cites section %s of the contract, which there is not (%v)", name, number, sections)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if cited < 50 {
		t.Errorf("%d citations were found: the test does not read the code", cited)
	}
}

// Every name of an operation that journal, fault rules and errors use is in the contract.
func TestContract_namesEveryOperation(t *testing.T) {
	t.Parallel()
	contract, err := os.ReadFile("CONTRACT.md")
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	operation := regexp.MustCompile(`(?m)^\s+operationId: (\S+)$`)
	kinds := regexp.MustCompile(`(Templates?|Endpoints?|NetworkVolumes?|Pods?|ContainerRegistryAuths?)$`)
	for _, found := range operation.FindAllStringSubmatch(string(document), -1) {
		name := strings.TrimSuffix(found[1], "ViaPost")
		generic := kinds.ReplaceAllString(name, "Template")
		if !strings.Contains(string(contract), "`"+name) && !strings.Contains(string(contract), "`"+generic) {
			t.Errorf("CONTRACT.md does not name the operation %s", name)
		}
	}
}
