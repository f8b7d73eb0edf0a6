package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// queryVersion is the minor version of Terraform 1 that brought `terraform query`.
const queryVersion = 14

// listedKinds have the body of a create, by path, and the type: the kinds with the smallest and the largest objects.
var listedKinds = []struct{ name, path, body string }{
	{"network_volume", "/v1/networkvolumes", `{"name":"fleet-%d","size":100,"dataCenterId":"EU-RO-1"}`},
	{"pod", "/v1/pods",
		`{"name":"fleet-%d","imageName":"registry.example.com/team/fleet:1.4.0","env":{"MODEL":"large-v3"}}`},
}

// list measures `terraform query` of all objects of a kind.
func (b *bench) list(ctx context.Context) (figures []figure, err error) {
	if err := b.canQuery(ctx); err != nil {
		return nil, err
	}
	for _, kind := range listedKinds {
		for _, n := range b.sizes {
			of, err := b.listOf(ctx, kind.name, kind.path, kind.body, n)
			if err != nil {
				return nil, err
			}
			figures = append(figures, of...)
		}
	}
	return figures, nil
}

// canQuery returns errSkipped for a CLI without `terraform query`.
func (b *bench) canQuery(ctx context.Context) error {
	output, err := exec.CommandContext(ctx, b.cli, "version").Output()
	if err != nil {
		return err
	}
	minor, isTerraform := strings.CutPrefix(string(output), "Terraform v1.")
	minor, _, _ = strings.Cut(minor, ".")
	if of, err := strconv.Atoi(minor); !isTerraform || err != nil || of < queryVersion {
		return errSkipped{fmt.Sprintf("it needs Terraform 1.%d", queryVersion)}
	}
	return nil
}

// listOf measures the list of n objects of a kind over each version of the management interface.
func (b *bench) listOf(ctx context.Context, name, path, body string, n int) (figures []figure, err error) {
	service, err := programs.StartEmulator(ctx, b.emulator, unlimited...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, service.Stop()) }()
	for i := range n {
		if err := service.Call(ctx, "POST", path, fmt.Sprintf(body, i), nil); err != nil {
			return nil, err
		}
	}
	over2 := append([]string{}, service.Settings...)
	over2 = append(over2, "PODFLEET_REST_URL="+service.URL+"/management/v2")
	for version, settings := range [][]string{service.Settings, over2} {
		w, err := b.newWorkspace(b.provider, fmt.Sprintf(providerBlock, ""), nil, settings)
		if err != nil {
			return nil, err
		}
		c := contender{name: fmt.Sprintf("%s over version %d", name, version+1), workspace: w}
		for range b.rounds {
			if err := c.query(ctx, service, name, n); err != nil {
				return nil, err
			}
		}
		of := func(what, unit string) figure {
			return figure{Row: "list", Name: c.name + ": " + what, N: n, Unit: unit}
		}
		figures = append(figures,
			absolute(of("provider's peak memory", "MB"), c.each(peak), atMost(60).from(someResources, n)),
			absolute(of("requests", "requests"), c.requests, bound{}),
			absolute(of("wall", "s"), c.each(wall), bound{}))
	}
	return figures, nil
}

// query lists all objects of a kind.
func (c *contender) query(ctx context.Context, service *programs.Emulator, kind string, n int) error {
	block := fmt.Sprintf("list \"podfleet_%s\" \"all\" {\n  provider = podfleet\n  limit    = %d\n}\n", kind, n)
	if err := os.WriteFile(filepath.Join(c.workspace.dir, "all.tfquery.hcl"), []byte(block), 0o600); err != nil {
		return err
	}
	return c.measure(ctx, service, func() (sample, error) {
		taken, err := c.workspace.run(ctx, "query", "-no-color")
		if results := strings.Count("\n"+string(taken.output), "\nlist."); err == nil && results != n {
			err = fmt.Errorf("%d results, want %d", results, n)
		}
		return taken, err
	})
}
