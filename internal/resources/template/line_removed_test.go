package template_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// If a line is removed over version 2 whose value version 2 does not have, the plan is empty. The template keeps the
// value, also in an update of another attribute, which does not send it.
func TestTemplate_lineRemovedOverVersion2(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{
		"small volume":      "volume_in_gb = 5",
		"no container disk": "container_disk_in_gb = 0",
		"readme":            `readme = "# Title"`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := acctest.Start(t)
			with := hcl(minimal + "\n" + line)
			template := env.Process().Object(typeName)
			template.Apply(with, acctest.Create)
			_ = env.Writes()
			env.UseVersion(2)
			template.Process = env.Process()
			template.Apply(with, acctest.NoOp)
			template.Apply(hcl(minimal), acctest.NoOp)
			env.ExpectWrites()
			template.Apply(hcl(`name = "other"`), acctest.Update)
			env.ExpectSent("UpdateTemplate", `{"name":"other"}`)
		})
	}
}

// Version 2 stores no path without a volume, so an update that gives a template its first volume sends it.
func TestTemplate_pathOfTheFirstVolume(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	env.UseVersion(2)
	with := func(size string) string { return hcl(minimal + "\nvolume_mount_path = \"/a\"\nvolume_in_gb = " + size) }
	template := env.Process().Object(typeName)
	template.Apply(with("0"), acctest.Create)
	_ = env.Writes()
	template.Apply(with("10"), acctest.Update)
	env.ExpectSent("UpdateTemplate", `{"mounts":{"persistent":{"size":10,"path":"/a"}}}`)
}

// An update over version 2 sends the path of a volume with its size. The plan refuses another path of a volume that is
// too small for that, and the path stays without its line.
func TestTemplate_pathOfASmallVolume(t *testing.T) {
	t.Parallel()
	env := acctest.Start(t)
	template := env.Process().Object(typeName)
	template.Apply(hcl(minimal+"\nvolume_in_gb = 5\nvolume_mount_path = \"/a\""), acctest.Create)
	_ = env.Writes()
	env.UseVersion(2)
	template.Process = env.Process()
	template.Apply(hcl(minimal+"\nvolume_in_gb = 5"), acctest.NoOp)
	for _, size := range []string{"", "\nvolume_in_gb = 5"} {
		template.ExpectPlanError(hcl(minimal+size+"\nvolume_mount_path = \"/b\""),
			`Not possible over version 2.*no volumes below 10 GB; this one has 5\..*\(at volume_mount_path\)`)
	}
	env.ExpectWrites()
	template.Apply(hcl(minimal+"\nvolume_in_gb = 10\nvolume_mount_path = \"/b\""), acctest.Update)
	env.ExpectSent("UpdateTemplate", `{"mounts":{"persistent":{"size":10,"path":"/b"}}}`)
}
