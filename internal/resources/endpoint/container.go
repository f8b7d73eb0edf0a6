package endpoint

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Over version 2 an endpoint has a copy of the settings that its template had when the service got its ID (contract-v2
// 5.3). For an endpoint to follow its template, the provider sends the ID again when the template has other settings
// than those applied last, or when the endpoint has. The settings can hold secrets, so private state has keyed digests
// of them.

// containerRecord is the private state about the settings of an endpoint and of its template. The zero value has
// nothing.
type containerRecord struct {
	Key string `json:"key"`
	// Template and Applied are the digests of the template and of the endpoint after the last apply. Template is empty if
	// the template is unknown, and Applied if the response showed no container settings. Shown are the digests of the
	// endpoint in its latest response that showed any.
	Template digests `json:"template,omitempty"`
	Applied  digests `json:"applied"`
	Shown    digests `json:"shown"`
	// Drift is the reason for an update that the latest refresh found; empty for none.
	Drift drift `json:"drift,omitempty"`
}

// settingNames are the names of all settings in digests.
var settingNames = []string{"image", "disk", "credentials", "entrypoint", "cmd", "env", "ports"}

// digests are keyed digests of settings by their names. A setting that a response leaves out has none, and is not
// compared: responses may lack members (contract-v2 3).
type digests map[string]string

// differ returns the settings that both have, and with different values.
func (d digests) differ(other digests) (names []string) {
	for name, digest := range d {
		if value, shown := other[name]; shown && value != digest {
			names = append(names, name)
		}
	}
	return names
}

// agree reports whether no setting that both have differs.
func (d digests) agree(other digests) bool { return len(d.differ(other)) == 0 }

// has reports whether all of these settings have a digest.
func (d digests) has(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return d[name] == "" })
}

// with returns the digests after others: a setting that these lack keeps its digest.
func (d digests) with(others digests) digests {
	all := maps.Clone(d)
	if all == nil {
		all = digests{}
	}
	maps.Copy(all, others)
	return all
}

// drift is a reason for an update that gives an endpoint the settings of its template.
type drift string

const (
	noDrift         drift = ""
	templateChanged drift = "template"
	endpointChanged drift = "endpoint"
)

// digest returns the digests of settings.
func (c containerRecord) digest(settings client.Container) digests {
	env := map[string]string{}
	maps.Copy(env, settings.Env.Or(nil))
	all := digests{}
	for name, setting := range map[string]struct {
		value any
		shown bool
	}{
		"image":       {settings.ImageName.Or(""), isPresent(settings.ImageName)},
		"disk":        {settings.ContainerDiskInGB.Or(0), isPresent(settings.ContainerDiskInGB)},
		"credentials": {settings.ContainerRegistryAuthID.Or(""), isPresent(settings.ContainerRegistryAuthID)},
		"entrypoint":  {orNone(settings.DockerEntrypoint), isPresent(settings.DockerEntrypoint)},
		"cmd":         {orNone(settings.DockerStartCmd), isPresent(settings.DockerStartCmd)},
		"env":         {env, isPresent(settings.Env)},
		"ports":       {orNone(settings.Ports), isPresent(settings.Ports)},
	} {
		if setting.shown {
			all[name] = c.digestOf(name, setting.value)
		}
	}
	return all
}

// digestOf returns the digest of one setting.
func (c containerRecord) digestOf(name string, value any) string {
	text, err := json.Marshal([]any{name, value})
	if err != nil {
		panic(err) // Strings and numbers can be written.
	}
	keyed := hmac.New(sha256.New, []byte(c.Key))
	_, _ = keyed.Write(text) // A hash returns no error.
	return hex.EncodeToString(keyed.Sum(nil))
}

// orNone returns a list, which is empty rather than nil.
func orNone(list client.Optional[[]string]) []string { return append([]string{}, list.Or(nil)...) }

// appliedContainer returns the record of an endpoint that got the settings of its template. A response may show none of
// them (contract-v2 5.2): then the template's settings are all that later plans have to compare. The record has nothing
// if these are unknown too.
func appliedContainer(template client.Optional[client.Container], answer client.Endpoint) containerRecord {
	settings, shown := answer.Settings().Get()
	of, known := template.Get()
	if !shown && !known {
		return containerRecord{}
	}
	c := containerRecord{Key: rand.Text()}
	c.Applied = c.digest(settings)
	c.Shown = c.Applied
	if known {
		c.Template = c.digest(of)
	}
	return c
}

// refreshed returns the record after a refresh that read an endpoint and its template. A template that is unknown, such
// as one that no longer exists, changes nothing. If nothing is recorded, the endpoint counts as up to date if it has
// the template's settings, or the template is unknown. The same holds for a setting that a response shows for the first
// time. A response without container settings tells nothing of the endpoint, but its template can have changed.
func (c containerRecord) refreshed(
	template client.Optional[client.Container], answer client.Endpoint,
) containerRecord {
	settings, shown := answer.Settings().Get()
	of, known := template.Get()
	if !shown && !known {
		return c
	}
	if c.Key == "" {
		c = appliedContainer(template, answer)
		if known && !c.Template.agree(c.Applied) {
			c.Drift = templateChanged
		}
		return c
	}
	c.Drift = noDrift
	if shown {
		c.Shown = c.digest(settings)
	}
	var now digests
	if known {
		now = c.digest(of)
	}
	switch {
	case known && c.isApplied(now): // Here or elsewhere.
		c.Template, c.Applied = c.Template.with(now), c.Applied.with(c.Shown)
	case !now.agree(c.Template):
		c.Drift = templateChanged
	case !c.Shown.agree(c.Applied):
		c.Drift = endpointChanged
	case !c.Applied.has(now.differ(c.Shown)):
		c.Drift = templateChanged
	case known:
		c.Template, c.Applied = c.Template.with(now), c.Applied.with(c.Shown)
	}
	return c
}

// isApplied reports whether the endpoint has the settings of a template, as far as the latest response shows them. A
// change of the template that the response does not show is not applied.
func (c containerRecord) isApplied(template digests) bool {
	return template.agree(c.Shown) && c.Shown.has(template.differ(c.Template))
}

// lacks reports whether an endpoint with this record has other settings than a template, or can have: a setting of the
// template that no response shows any more can be another one.
func (c containerRecord) lacks(template client.Container) bool {
	now := c.digest(template)
	isOther := len(c.Template) == 0 || !now.agree(c.Template) || !c.Shown.agree(c.Applied) || c.Drift != noDrift
	hides := !now.has(slices.Collect(maps.Keys(c.Template)))
	return c.Key != "" && (hides || isOther && !c.isApplied(now))
}

// has reports whether an endpoint with this record has the settings that a template will have.
func (c containerRecord) has(planned client.Optional[client.Container]) bool {
	settings, known := planned.Get()
	return known && c.Key != "" && !c.lacks(settings)
}

// allows reports whether an update need not send the ID of a template: the endpoint has its settings, and either got
// them as a copy, or the state did not have the ID before. Each setting has to be shown, unless the endpoint was
// imported: then one that is not shown is adopted.
func (c containerRecord) allows(template client.Container, state model, owns, imported bool) bool {
	now := c.digest(template)
	isAll := len(now) == len(settingNames) && c.Template.with(c.Shown).has(settingNames)
	return c.mayAllow(state, owns) && c.isApplied(now) && (isAll || imported)
}

// mayAllow reports whether allows is true for some template.
func (c containerRecord) mayAllow(state model, owns bool) bool {
	return c.Key != "" && (owns || state.TemplateID.IsNull())
}

// doubts reports whether an item of a list shows other settings of the endpoint than its last answer: lists can lag.
func (c containerRecord) doubts(e client.Endpoint) bool {
	return c.Key != "" && !c.digest(e.Settings().Or(client.Container{})).agree(c.Shown)
}

// doubtsTemplate does what doubts does for the template that was applied last.
func (c containerRecord) doubtsTemplate(t client.Template) bool {
	return c.Key != "" && !c.digest(t.Container()).agree(c.Template)
}

// loadContainer reads the record; the zero value if there is none.
func loadContainer(ctx context.Context, private framework.PrivateReader) (c containerRecord, diags diag.Diagnostics) {
	diags = framework.Recall(ctx, private, framework.ContainerKey, &c)
	return c, diags
}

// save writes the record.
func (c containerRecord) save(ctx context.Context, private framework.PrivateWriter) diag.Diagnostics {
	if c.Key == "" {
		return private.SetKey(ctx, framework.ContainerKey, nil)
	}
	return framework.Remember(ctx, private, framework.ContainerKey, c)
}

// refreshContainer compares an endpoint with its template, and records the result for the plan.
func (r *Resource) refreshContainer(
	ctx context.Context, state model, was containerRecord, answer client.Endpoint, private framework.PrivateState,
) (diags diag.Diagnostics) {
	if owns, found := ownsTemplate(ctx, private); r.Version() == 1 && owns && !found.HasError() {
		// Another client can bind the endpoint over version 1, and no answer of version 2 would show that. Without the mark,
		// the provider gives the endpoint a copy again, which costs one request.
		diags.Append(r.markTemplate(ctx, private)...)
	}
	if r.Version() == 1 || diags.HasError() { // No answer of version 1 about an endpoint has them.
		return diags
	}
	var template client.Optional[client.Container]
	if id := state.TemplateID.ValueString(); id != "" {
		if t, err := r.Client.Templates.Listed(ctx, id, was.doubtsTemplate); err == nil {
			template = client.Some(t.Container())
		}
	}
	if now := was.refreshed(template, answer); !reflect.DeepEqual(now, was) {
		diags.Append(now.save(ctx, private)...)
	}
	return diags
}

// settingsOf returns the settings of a template, by its own GET unless this run has read it. They are absent if there
// is no template, and after an error.
func (r *Resource) settingsOf(ctx context.Context, id string) (settings client.Optional[client.Container], err error) {
	if id == "" {
		return settings, nil
	}
	if seen, known := r.Client.Templates.Seen(id); known {
		return client.Some(seen.Container), nil
	}
	t, err := r.Client.Templates.Get(ctx, id)
	if err != nil {
		return settings, err
	}
	return client.Some(t.Container()), nil
}

// following is why a plan updates an endpoint to the settings of its template; empty for no reason. template_id itself
// does not change.
func (r *Resource) following(plan, state model, record containerRecord) string {
	id := state.TemplateID.ValueString()
	switch {
	case r.Version() < 2 || id == "" || plan.TemplateID.IsUnknown() || !plan.TemplateID.Equal(state.TemplateID):
		return ""
	case record.has(r.Moves.PlannedSettings(id)): // Such as a repair of the template.
		return ""
	case r.Moves.SettingsChange(id):
		return "Its template changes in this plan."
	case record.Drift == templateChanged:
		return "Its template has other settings than those that the provider applied last."
	case record.Drift == endpointChanged:
		return "Its container settings were changed outside of Terraform."
	default:
		return ""
	}
}
