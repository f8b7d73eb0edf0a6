package importer

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// The files beside those of the kinds.
const (
	importsFile   = "imports.tf"
	variablesFile = "variables.tf"
	providerFile  = "provider.tf"
)

// providerBlocks are the provider's requirement and block.
const providerBlocks = `terraform {
  required_version = ">= 1.11" # For write-only arguments.

  required_providers {
    podfleet = {
      source = "podfleet/podfleet"
    }
  }
}

provider "podfleet" {
  # The imports leave out the values of environment variables. Keep it until they are applied.
  import_env = false
}
`

// files have the text of the files to write, by name. It is formatted when it is written.
type files map[string]string

// add adds a block to a file, after an empty line.
func (f files) add(name, block string, values ...any) {
	if f[name] != "" {
		f[name] += "\n"
	}
	f[name] += fmt.Sprintf(block, values...)
}

// hcl returns a value as an expression.
func hcl(value cty.Value) string { return string(hclwrite.TokensForValue(value).Bytes()) }

// set returns the line that sets an argument.
func set(argument, expression string) string { return argument + " = " + expression + "\n" }

// compose returns the files for objects, which are sorted by kind.
func (r *run) compose(objects []*found) files {
	all := files{}
	for _, o := range objects {
		all.add(o.kind.plural()+".tf", "resource %q %q {\n%s%s}\n", o.kind.typeName(), o.resource, o.arguments(objects),
			o.comments())
		all.add(importsFile, "import {\n%s%s}\n", set("to", o.address()), set("id", hcl(cty.StringVal(o.id))))
		o.declareInputs(all)
	}
	if len(objects) > 0 && !r.NoProvider {
		all.add(providerFile, providerBlocks)
	}
	return all
}

// address returns the address of an object's resource.
func (f *found) address() string { return f.kind.typeName() + "." + f.resource }

// arguments returns the arguments of a resource: the name first, the others by their names. An ID of an object that is
// written becomes a reference to its resource.
func (f *found) arguments(written []*found) string {
	names := slices.Sorted(maps.Keys(f.config))
	if i := slices.Index(names, "name"); i >= 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, "name")
	}
	var text strings.Builder
	for _, name := range names {
		expression := "var." + f.variable(name)
		if value := f.config[name]; value.IsKnown() {
			expression = hcl(value)
		}
		for _, other := range written {
			if references[name] == other.kind {
				expression = strings.ReplaceAll(expression, hcl(cty.StringVal(other.id)), other.address()+".id")
			}
		}
		text.WriteString(set(name, expression))
	}
	return text.String()
}

// refuseExisting returns an error if a file exists that a run with these options may write.
func (o Options) refuseExisting() error {
	names := []string{importsFile, variablesFile}
	for _, k := range kinds {
		if o.writes(k) {
			names = append(names, k.plural()+".tf")
		}
	}
	if !o.NoProvider {
		names = append(names, providerFile)
	}
	for _, name := range names {
		path := filepath.Join(o.Out, name)
		if _, err := os.Lstat(path); !os.IsNotExist(err) {
			return cmp.Or(err, fmt.Errorf("%s exists\n\nNext: choose another folder with --out, or move the file", path))
		}
	}
	return nil
}

// write writes the files, all or none.
func (f files) write(folder string) error {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	var written []string
	for name, text := range f {
		path := filepath.Join(folder, name)
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // It has no secret.
		if err == nil {
			written = append(written, path)
			_, err = file.Write(hclwrite.Format([]byte(text)))
			err = errors.Join(err, file.Close())
		}
		if err != nil {
			for _, path := range written {
				_ = os.Remove(path) // The first error counts.
			}
			return err
		}
	}
	return nil
}
