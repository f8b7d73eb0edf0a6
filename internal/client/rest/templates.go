package rest

import "github.com/podfleet/terraform-provider-podfleet/internal/client/model"

// Templates are templates.
type Templates interface {
	Objects[model.TemplateFilter, model.TemplateCreate, model.TemplateFields, model.Template]
}
