package rest2

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Templates implements rest.Interface (contract-v2 4).
func (version2) Templates() rest.Templates {
	return objects[model.TemplateFilter, model.TemplateCreate, model.TemplateFields, templateAnswer, model.Template]{
		collection: templates, create: templateCreate, update: templateUpdate, needs: templateNeeds,
		object: templateAnswer.template,
	}
}

// templateWire are the members of a template in requests.
type templateWire struct {
	containerWire
	Name         transport.Optional[string]     `json:"name,omitzero"`
	Mounts       transport.Optional[mountsWire] `json:"mounts,omitzero"`
	Serverless   transport.Optional[bool]       `json:"serverless,omitzero"`
	Public       transport.Optional[bool]       `json:"public,omitzero"`
	Category     transport.Optional[string]     `json:"category,omitzero"`
	StartSSH     transport.Optional[bool]       `json:"startSsh,omitzero"`
	StartJupyter transport.Optional[bool]       `json:"startJupyter,omitzero"`
}

func templateCreate(in model.TemplateCreate) any {
	w := wireOfTemplate(in.TemplateFields, model.TemplateFields{})
	w.Serverless, w.Category = in.IsServerless, in.Category
	// The service's default is true, which gives containers variables that no configuration asks for.
	w.StartSSH, w.StartJupyter = transport.Some(false), transport.Some(false)
	return w
}

func templateUpdate(change model.TemplateFields, now model.Template) any {
	return wireOfTemplate(change, now.TemplateFields)
}

// templateNeeds reports whether a change has a part of what an update replaces as a whole: the command, or a volume.
func templateNeeds(change model.TemplateFields) bool {
	return isPartOfCommand(change.DockerEntrypoint, change.DockerStartCmd) ||
		isPartOfVolume(change.VolumeInGB, change.VolumeMountPath)
}

// wireOfTemplate converts the fields of a request. now has the values that the request does not have and that belong to
// one that it has.
func wireOfTemplate(f, now model.TemplateFields) templateWire {
	w := templateWire{
		containerWire: containerWire{
			Image: f.ImageName, Disk: f.ContainerDiskInGB, Env: f.Env, Ports: f.Ports,
			Registry: registryOf(f.ContainerRegistryAuthID),
			Args:     argsOf(f.DockerEntrypoint, f.DockerStartCmd, now.DockerEntrypoint, now.DockerStartCmd),
		},
		Name: f.Name, Public: f.IsPublic,
	}
	if mount, ok := persistentOf(f.VolumeInGB, now.VolumeInGB, f.VolumeMountPath, now.VolumeMountPath); ok {
		w.Mounts = transport.Some(mountsWire{Persistent: transport.Some(mount)})
	}
	return w
}

// templateAnswer is a template in answers of version 2.
type templateAnswer struct {
	containerAnswer
	ID         string                         `json:"id"`
	Name       transport.Optional[string]     `json:"name"`
	Mounts     transport.Optional[mountsWire] `json:"mounts"`
	Serverless transport.Optional[bool]       `json:"serverless"`
	Public     transport.Optional[bool]       `json:"public"`
	Category   transport.Optional[string]     `json:"category"`
}

func (w templateAnswer) template() model.Template {
	entrypoint, cmd := w.command()
	size, path := w.Mounts.Or(mountsWire{}).persistent()
	t := model.Template{
		ID: w.ID, Category: w.Category, IsServerless: w.Serverless,
		TemplateFields: model.TemplateFields{
			Name: w.Name, ImageName: w.Image, ContainerDiskInGB: w.Disk, VolumeInGB: size, VolumeMountPath: path,
			ContainerRegistryAuthID: authOf(w.Registry), DockerEntrypoint: entrypoint, DockerStartCmd: cmd,
			Env: w.Env, Ports: w.Ports, IsPublic: w.Public,
		},
	}
	transport.EmptyIsAbsent(&t.Name, &t.ImageName, &t.Category, &t.VolumeMountPath)
	return t
}
