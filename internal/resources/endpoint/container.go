package endpoint

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Over version 2 an endpoint has a copy of the settings that its template had when the service got its ID (contract-v2
// 5.3). For an endpoint to follow its template, the provider sends the ID again when the template has other settings
// than those applied last, or when the endpoint has. The settings can hold secrets, so private state has keyed digests
// of them.

// containerRecord is what private state has of the settings of an endpoint and of its template. The zero value has
// nothing.
type containerRecord struct {
	Key string `json:"key"`
	// Template and Applied are the digests of the template and of the endpoint after the last apply; Template is empty if
	// the template is unknown. Shown is the digest of the endpoint in its latest response.
	Template string `json:"template,omitempty"`
	Applied  string `json:"applied"`
	Shown    string `json:"shown"`
	// Drift is the reason for an update that the latest refresh found; empty for none.
	Drift drift `json:"drift,omitempty"`
}

// drift is a reason for an update that gives an endpoint the settings of its template.
type drift string

const (
	noDrift         drift = ""
	templateChanged drift = "template"
	endpointChanged drift = "endpoint"
)

// digest returns the digest of settings. An absent setting is an empty one.
func (c containerRecord) digest(settings client.Container) string {
	text, err := json.Marshal([]any{
		settings.ImageName.Or(""), settings.ContainerDiskInGB.Or(0), settings.ContainerRegistryAuthID.Or(""),
		settings.DockerEntrypoint.Or([]string{}), settings.DockerStartCmd.Or([]string{}),
		settings.Env.Or(map[string]string{}), settings.Ports.Or([]string{}),
	})
	if err != nil {
		panic(err) // Strings and numbers can be written.
	}
	keyed := hmac.New(sha256.New, []byte(c.Key))
	_, _ = keyed.Write(text) // A hash returns no error.
	return hex.EncodeToString(keyed.Sum(nil))
}

// appliedContainer returns the record of an endpoint that got the settings of its template.
func appliedContainer(template client.Optional[client.Container], answer client.Endpoint) containerRecord {
	settings, shown := answer.Settings().Get()
	if !shown {
		return containerRecord{}
	}
	c := containerRecord{Key: rand.Text()}
	c.Applied = c.digest(settings)
	c.Shown = c.Applied
	if of, known := template.Get(); known {
		c.Template = c.digest(of)
	}
	return c
}

// refreshed returns the record after a refresh that read an endpoint and its template. A template that is unknown, such
// as one that no longer exists, changes nothing. If nothing is recorded, the endpoint counts as up to date if it has
// the template's settings, or the template is unknown.
func (c containerRecord) refreshed(
	template client.Optional[client.Container], answer client.Endpoint,
) containerRecord {
	settings, shown := answer.Settings().Get()
	of, known := template.Get()
	if !shown {
		return c
	}
	if c.Key == "" {
		c = appliedContainer(template, answer)
		if known && c.Template != c.Applied {
			c.Drift = templateChanged
		}
		return c
	}
	c.Shown, c.Drift = c.digest(settings), noDrift
	now := c.digest(of)
	switch {
	case known && now == c.Shown: // Applied, here or elsewhere.
		c.Template, c.Applied = now, c.Shown
	case known && c.Template != "" && now != c.Template:
		c.Drift = templateChanged
	case c.Shown != c.Applied:
		c.Drift = endpointChanged
	case known:
		c.Template = now
	}
	return c
}

// lacks reports whether an endpoint with this record has other settings than a template.
func (c containerRecord) lacks(template client.Container) bool {
	now := c.digest(template)
	return c.Key != "" && now != c.Shown && (now != c.Template || c.Shown != c.Applied || c.Drift != noDrift)
}

// allows reports whether an update need not send the ID of a template: the endpoint has its settings, and either got
// them as a copy, or the state did not have the ID before.
func (c containerRecord) allows(template client.Container, state model, owns bool) bool {
	return c.Key != "" && c.digest(template) == c.Shown && (owns || state.TemplateID.IsNull())
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
	ctx context.Context, state model, answer client.Endpoint, private framework.PrivateState,
) diag.Diagnostics {
	was, diags := loadContainer(ctx, private)
	if owns, found := ownsTemplate(ctx, private); r.Version() == 1 && owns && !found.HasError() {
		// Another client can bind the endpoint over version 1, and no answer of version 2 would show that. Without the mark,
		// the provider gives the endpoint a copy again, which costs one request.
		diags.Append(r.markTemplate(ctx, private)...)
	}
	if answer.Settings().IsZero() || diags.HasError() {
		return diags
	}
	var template client.Optional[client.Container]
	if id := state.TemplateID.ValueString(); id != "" {
		if t, err := r.Client.Templates.Listed(ctx, id); err == nil {
			template = client.Some(t.Container())
		}
	}
	if now := was.refreshed(template, answer); now != was {
		diags.Append(now.save(ctx, private)...)
	}
	return diags
}

// settingsOf returns the settings of a template, by its own GET unless this run has read it. They are unknown if the
// provider cannot read it.
func (r *Resource) settingsOf(ctx context.Context, id string) client.Optional[client.Container] {
	if id == "" {
		return client.Optional[client.Container]{}
	}
	seen, known := r.Client.Templates.Seen(id)
	if !known {
		t, err := r.Client.Templates.Get(ctx, id)
		if err != nil {
			return client.Optional[client.Container]{}
		}
		return client.Some(t.Container())
	}
	return client.Some(seen.Container)
}

// following is why a plan updates an endpoint to the settings of its template; empty for no reason. template_id itself
// does not change.
func (r *Resource) following(plan, state model, record containerRecord) string {
	id := state.TemplateID.ValueString()
	switch {
	case r.Version() < 2 || id == "" || plan.TemplateID.IsUnknown() || !plan.TemplateID.Equal(state.TemplateID):
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
