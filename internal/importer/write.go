package importer

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

// The files beside those of the kinds.
const (
	importsFile   = "imports"
	variablesFile = "variables"
	providerFile  = "provider"
)

// files are the files to write, by name.
type files map[string]*hclwrite.File

func (f files) body(name string) *hclwrite.Body {
	name += ".tf"
	if f[name] == nil {
		f[name] = hclwrite.NewEmptyFile()
	} else {
		f[name].Body().AppendNewline()
	}
	return f[name].Body()
}

// compose returns the files for objects, which are sorted.
func (r *reader) compose(objects []*found) files {
	all := files{}
	written := map[string]map[string]string{}
	for _, object := range objects {
		if written[object.kind.typeName] == nil {
			written[object.kind.typeName] = map[string]string{}
		}
		written[object.kind.typeName][object.id] = object.resource
	}
	for _, object := range objects {
		body := all.body(object.kind.name).AppendNewBlock("resource", []string{object.kind.typeName, object.resource}).Body()
		r.arguments(body, object, written)
		block := all.body(importsFile).AppendNewBlock("import", nil).Body()
		block.SetAttributeTraversal("to", traversal(object.kind.typeName, object.resource))
		block.SetAttributeValue("id", cty.StringVal(object.id))
		if object.kind.credentials {
			r.secretVariables(all, object)
		}
		if len(object.variables) > 0 {
			r.envVariable(all, object, r.leastVersion(objects))
		}
	}
	if len(objects) > 0 && !r.options.NoProvider {
		r.provider(all, objects)
	}
	return all
}

// arguments writes the arguments of a resource: the name first, the others by their names.
func (r *reader) arguments(body *hclwrite.Body, object *found, written map[string]map[string]string) {
	names := slices.SortedFunc(maps.Keys(object.config), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
	for _, name := range names {
		value := object.config[name]
		switch secret, isSecret := r.secrets()[name]; {
		case object.kind.credentials && isSecret && secret.Type() == cty.String:
			body.SetAttributeTraversal(name, traversal("var", variableName(object, name)))
		case references[name] != "":
			body.SetAttributeRaw(name, referring(value, references[name], written))
		default:
			body.SetAttributeValue(name, value)
		}
	}
	if len(object.templates) > 0 {
		body.AppendNewline()
		comment(body, fmt.Sprintf("These templates have the same settings: %q.", object.templates),
			"To follow one of them, set template_id in the place of the container settings.")
	}
	r.commentEnv(body, object)
}

func rank(argument string) int {
	if argument == "name" {
		return 0
	}
	return 1
}

// referring returns an ID, or several, as references to the resources that are written, and as they are if there is
// none.
func referring(value cty.Value, typeName string, written map[string]map[string]string) hclwrite.Tokens {
	if value.Type() == cty.String {
		resource, has := written[typeName][value.AsString()]
		if !has {
			return hclwrite.TokensForValue(value)
		}
		return hclwrite.TokensForTraversal(traversal(typeName, resource, "id"))
	}
	var elements []hclwrite.Tokens
	for _, element := range value.AsValueSlice() {
		elements = append(elements, referring(element, typeName, written))
	}
	return hclwrite.TokensForTuple(elements)
}

func traversal(root string, attributes ...string) hcl.Traversal {
	steps := hcl.Traversal{hcl.TraverseRoot{Name: root}}
	for _, name := range attributes {
		steps = append(steps, hcl.TraverseAttr{Name: name})
	}
	return steps
}

// comment writes lines of a comment. They must not have line breaks of their own.
func comment(body *hclwrite.Body, lines ...string) {
	for _, line := range lines {
		body.AppendUnstructuredTokens(hclwrite.Tokens{{
			Type: hclsyntax.TokenComment, Bytes: []byte("# " + line + "\n"),
		}})
	}
}

// provider writes the provider's requirement and block.
func (r *reader) provider(all files, objects []*found) {
	body := all.body(providerFile)
	terraform := body.AppendNewBlock("terraform", nil).Body()
	least := r.leastVersion(objects)
	if least == withWriteOnly {
		comment(terraform, "Write-only arguments need it.")
	}
	terraform.SetAttributeValue("required_version", cty.StringVal(">= "+least))
	terraform.AppendNewline()
	terraform.AppendNewBlock("required_providers", nil).Body().SetAttributeValue("podfleet", cty.ObjectVal(
		map[string]cty.Value{"source": cty.StringVal("podfleet/podfleet")}))
	body.AppendNewline()
	block := body.AppendNewBlock("provider", []string{"podfleet"}).Body()
	for _, name := range slices.Sorted(maps.Keys(r.options.Arguments)) {
		if name != "api_key" {
			block.SetAttributeValue(name, r.options.Arguments[name])
		}
	}
	comment(block, "The imports leave out the values of environment variables. Keep it until they are applied.")
	block.SetAttributeValue("import_env", cty.False)
}

// fileNames returns the names of all files that a run with these options may write.
func (o Options) fileNames() []string {
	names := []string{importsFile}
	for _, k := range o.selected() {
		names = append(names, k.name)
		if (k.credentials || k.variables) && !slices.Contains(names, variablesFile) {
			names = append(names, variablesFile)
		}
	}
	if !o.NoProvider {
		names = append(names, providerFile)
	}
	for i := range names {
		names[i] += ".tf"
	}
	slices.Sort(names)
	return names
}

// refuseExisting returns an error if a file exists that a run with these options may write.
func (o Options) refuseExisting() error {
	for _, name := range o.fileNames() {
		path := filepath.Join(o.Out, name)
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists. Choose another folder with --out, or move the file", path)
		} else if !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// write writes the files, all or none.
func (f files) write(folder string) (err error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	var written []string
	defer func() {
		if err != nil {
			for _, path := range written {
				_ = os.Remove(path) // The first error counts.
			}
		}
	}()
	for _, name := range slices.Sorted(maps.Keys(f)) {
		path := filepath.Join(folder, name)
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // It has no secret.
		if err != nil {
			return err
		}
		written = append(written, path)
		_, err = file.Write(hclwrite.Format(f[name].Bytes()))
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return err
		}
	}
	return nil
}
