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

// citing finds citations of sections: with "contract" before them, "contract 2.6", "contract 2.2 to 2.6" or
// "contract 2.3, 3.3".
func citing(name string) *regexp.Regexp {
	return regexp.MustCompile(`\b` + name + `,? (\d+(?:\.\d+)?(?:(?: to |, | and )\d+(?:\.\d+)?)*)`)
}

var (
	section = regexp.MustCompile(`\d+(?:\.\d+)?`)
	heading = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)?)\.? `)
)

// Comments lean on the written contracts: each of them names a section that is there.
func TestContract_citedSectionsExist(t *testing.T) {
	t.Parallel()
	for _, contract := range []struct {
		page, only string // only: the one file that cites so
		citation   *regexp.Regexp
		least      int // citations in the repository: with fewer, the test does not read the code
	}{
		{"CONTRACT.md", "", citing("contract"), 50},
		{"CONTRACT.md", "api/CONTRACT-V2.md", citing("v1"), 3},
		{"CONTRACT-V2.md", "", citing("contract-v2"), 1},
	} {
		sections := sectionsOf(t, contract.page)
		cited := 0
		for name, text := range texts(t) {
			if contract.only != "" && name != contract.only {
				continue
			}
			for _, found := range contract.citation.FindAllStringSubmatch(text, -1) {
				for _, number := range section.FindAllString(found[1], -1) {
					cited++
					if !slices.Contains(sections, number) {
						t.Errorf("%s cites section %s of %s, which there is not (%v)", name, number, contract.page, sections)
					}
				}
			}
		}
		if cited < contract.least {
			t.Errorf("%d citations %s of %s were found", cited, contract.citation, contract.page)
		}
	}
}

func sectionsOf(t *testing.T, page string) (sections []string) {
	t.Helper()
	contract, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range heading.FindAllStringSubmatch(string(contract), -1) {
		sections = append(sections, found[1])
	}
	return sections
}

// texts are the repository's code and documents, by name. A comment may break between the word and the number, so a
// text has one space between words.
func texts(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	repository := os.DirFS("..")
	err := fs.WalkDir(repository, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", ".cache", "bin", "dist", "node_modules"}, entry.Name()):
			return fs.SkipDir
		case entry.IsDir() || !slices.Contains([]string{".go", ".md", ".tmpl", ".yaml"}, path.Ext(name)):
			return nil
		}
		content, err := fs.ReadFile(repository, name)
		all[name] = strings.Join(strings.Fields(strings.ReplaceAll(string(content), "//", " ")), " ")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The sections of the page of version 2 cite each other as "(5.3)" or "section 12".
func TestContractV2_itsOwnSectionsExist(t *testing.T) {
	t.Parallel()
	sections := sectionsOf(t, "CONTRACT-V2.md")
	page := texts(t)["api/CONTRACT-V2.md"]
	found := regexp.MustCompile(`\((?:see )?(\d+\.\d+)[) ]|\bsection (\d+)\b`).FindAllStringSubmatch(page, -1)
	for _, citation := range found {
		if number := citation[1] + citation[2]; !slices.Contains(sections, number) {
			t.Errorf("the page cites its section %s, which there is not", number)
		}
	}
	if len(found) < 10 {
		t.Errorf("%d citations were found: the test does not read the page", len(found))
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
