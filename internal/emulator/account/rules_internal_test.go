package account

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// inputs returns all inputs, with the object that gets their members.
func inputs() map[any]any {
	return map[any]any{
		TemplateUpdate{}: Template{}, TemplateCreate{}: Template{},
		EndpointUpdate{}: Endpoint{}, EndpointCreate{}: Endpoint{},
		PodUpdate{}: Pod{}, PodCreate{}: Pod{},
		NetworkVolumeUpdate{}: NetworkVolume{}, NetworkVolumeCreate{}: NetworkVolume{},
		ContainerRegistryAuthCreate{}: ContainerRegistryAuth{},
	}
}

// A mistake in a tag, or a member that no object takes over, would show only when somebody sends that member.
func TestInputs_fitTheirObjects(t *testing.T) {
	t.Parallel()
	for input, object := range inputs() {
		eachMember(reflect.TypeOf(input), true, func(field reflect.StructField, stored bool) {
			name := reflect.TypeOf(input).Name() + "." + field.Name
			if field.Type.Kind() != reflect.Pointer || field.Tag.Get("json") == "" {
				t.Errorf("%s is no pointer, or has no name", name)
				return
			}
			target, ok := reflect.TypeOf(object).FieldByName(field.Name)
			if stored && (!ok || target.Type != field.Type.Elem()) {
				t.Errorf("%s: %T has no field of this name and type", name, object)
			}
			if stored && strings.TrimSuffix(target.Tag.Get("json"), ",omitempty") != field.Tag.Get("json") {
				t.Errorf("%s: %T calls it %q", name, object, target.Tag.Get("json"))
			}
			for _, text := range strings.Fields(field.Tag.Get("rule")) {
				rule, argument, _ := strings.Cut(text, "=")
				if rules[rule] == nil {
					t.Errorf("%s: there is no rule %q", name, rule)
					continue
				}
				// The zero value has every rule read its argument; what it says to it is tested below.
				if err := rules[rule](New(Config{}, nil), name, reflect.Zero(field.Type.Elem()), argument); err != nil {
					isInvalid(t, name, err)
				}
			}
			switch _, argument, _ := strings.Cut(field.Tag.Get("rule"), "="); {
			case strings.HasPrefix(field.Tag.Get("rule"), "catalogue=") && catalogues[argument] == nil,
				strings.HasPrefix(field.Tag.Get("rule"), "exists=") && New(Config{}, nil).kinds[argument] == nil:
				t.Errorf("%s: there is no %q", name, argument)
			}
		})
	}
}

func eachMember(input reflect.Type, stored bool, visit func(field reflect.StructField, stored bool)) {
	for i := range input.NumField() {
		if field := input.Field(i); field.Anonymous {
			eachMember(field.Type, stored && field.Tag.Get("stored") != "false", visit)
		} else {
			visit(field, stored)
		}
	}
}

func isInvalid(t *testing.T, name string, err error) {
	t.Helper()
	var refused *Error
	if !errors.As(err, &refused) || refused.Reason != Invalid {
		t.Errorf("%s: %v is no invalid input", name, err)
	}
}

// Each rule has a value that just passes and one that just does not.
func TestRules(t *testing.T) {
	t.Parallel()
	a := New(Config{}, nil)
	a.Templates.save(Template{TemplateMembers: TemplateMembers{ID: "pods"}}, start)
	a.Templates.save(Template{TemplateMembers: TemplateMembers{ID: "workers", IsServerless: true}}, start)
	for _, c := range []struct {
		rule, argument string
		good, bad      any
		message        string
	}{
		{rule: "notEmpty", argument: "", good: "x", bad: "", message: `m must not be empty`},
		{
			rule: "maxLength", argument: "3", good: "äöü", bad: "äöüß",
			message: `m must not be longer than 3 characters`,
		},
		{rule: "absolutePath", argument: "", good: "/", bad: "a/b", message: `m must be an absolute path, not "a/b"`},
		{rule: "oneOf", argument: "A|B", good: "B", bad: "b", message: `m must be one of A, B, not "b"`},
		{rule: "min", argument: "1", good: 1, bad: 0, message: `m must be at least 1, not 0`},
		{rule: "min", argument: "0", good: 0.0, bad: -0.5, message: `m must be at least 0, not -0.5`},
		{rule: "range", argument: "1..9", good: 9, bad: 10, message: `m must be from 1 to 9, not 10`},
		{rule: "range", argument: "1..9", good: 1, bad: 0, message: `m must be from 1 to 9, not 0`},
		{
			rule: "ports", argument: "", good: []string{"1/tcp", "65535/http"}, bad: []string{"1/tcp", "80"},
			message: `m: "80" is not <port_number>/<protocol> with protocol http or tcp`,
		},
		{
			rule: "ports", argument: "", good: []string{}, bad: []string{"65536/tcp"},
			message: `m: "65536/tcp": the port number is not from 1 to 65535`,
		},
		{rule: "catalogue", argument: "cudaVersions", good: "12.0", bad: "", message: `m "" does not exist`},
		{
			rule: "catalogue", argument: "cpuFlavors", good: []string{"cpu3m"}, bad: []string{"cpu3m", "cpu9"},
			message: `m "cpu9" does not exist`,
		},
		{
			rule: "catalogue", argument: "endpointCPUFlavors", good: []string{"cpu3c"}, bad: []string{"cpu3m"},
			message: `m "cpu3m" does not exist`,
		},
		{rule: "exists", argument: KindTemplates, good: "pods", bad: "nope", message: `m "nope" does not exist`},
		{rule: "exists", argument: KindTemplates, good: "", bad: "nope", message: `m "nope" does not exist`},
		{
			rule: "exists", argument: KindTemplates, good: []string{"pods", "workers"}, bad: []string{""},
			message: `m "" does not exist`,
		},
		{rule: "serverlessTemplate", argument: "", good: "workers", bad: "nope", message: `m "nope" does not exist`},
	} {
		check := rules[c.rule]
		if err := check(a, "m", reflect.ValueOf(c.good), c.argument); err != nil {
			t.Errorf("%s=%s: %v: %v", c.rule, c.argument, c.good, err)
		}
		err := check(a, "m", reflect.ValueOf(c.bad), c.argument)
		if err == nil || err.Error() != c.message {
			t.Errorf("%s=%s: %v:\n got %v\nwant %s", c.rule, c.argument, c.bad, err, c.message)
		}
		isInvalid(t, c.rule, err)
	}
	err := rules["serverlessTemplate"](a, "m", reflect.ValueOf("pods"), "")
	want := conflict(`endpoints cannot use pod templates: m "pods" is not serverless`)
	if !reflect.DeepEqual(err, error(want)) {
		t.Errorf("a pod template: %v", err)
	}
}

// What was left out breaks no rule and changes nothing; of several broken rules the first is reported.
func TestInputs_leftOutAndFirst(t *testing.T) {
	t.Parallel()
	a := New(Config{}, nil)
	for input, object := range inputs() {
		if err := a.check(input); err != nil {
			t.Errorf("%T: %v", input, err)
		}
		target := reflect.New(reflect.TypeOf(object))
		apply(target.Interface(), input)
		if !target.Elem().IsZero() {
			t.Errorf("%T became %+v", input, target.Elem())
		}
	}
	empty, negative := "", -1
	err := a.check(TemplateUpdate{VolumeInGb: &negative, ImageName: &empty, ContainerDiskInGb: &negative})
	if err == nil || err.Error() != "imageName must not be empty" {
		t.Errorf("the first is %v", err)
	}
}
