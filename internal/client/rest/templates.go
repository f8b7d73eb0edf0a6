package rest

import "github.com/podfleet/terraform-provider-podfleet/internal/client/api"

// Templates are templates.
type Templates = Objects[api.TemplateFilter, api.TemplateCreate, api.TemplateFields, api.Template]
