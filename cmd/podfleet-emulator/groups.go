package main

import (
	"flag"
	"fmt"
	"log/slog"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// define adds all flags, in the order of the help, to the sets of their groups.
func (c *config) define(group func(title string) *flag.FlagSet) {
	o := &c.options
	flags := group("Addresses and access")
	flags.StringVar(&c.listen, "listen", "127.0.0.1:8787", "`address` to listen on; port 0 chooses a free one, as exec "+
		"does without the flag")
	flags.Var(texts(&o.APIKeys), "api-key", "`key` with all permissions; repeatable (default: "+
		emulator.DefaultAPIKey+")")
	flags.Var(texts(&o.ReadOnlyAPIKeys), "read-only-api-key",
		"`key` with read permission only: other requests than GET fail; repeatable")
	flags.Var(texts(&o.Hosts), "host",
		"host `name` of the emulator beside localhost; repeatable. Beyond loopback it also accepts its addresses "+
			"and\n        names without a dot")
	flags.Var(texts(&o.CORSOrigins), "cors-origin",
		"`origin` of web pages that may call the service's interfaces, such as http://localhost:5173; repeatable")
	flags.StringVar(&o.ControlToken, "control-token", "",
		"`token` that clients of the control interface send in the header X-Emulator-Control-Token. Without it, "+
			"only\n        this machine can use the interface, and no client can if --listen is beyond loopback")
	flags.BoolVar(&o.MCPWrite, "mcp-write", false,
		"let clients of MCP, at the path /mcp, submit jobs, move the clock and inject faults")
	flags.StringVar(&o.PublicURL, "public-url", "",
		"`URL` of the console for browsers behind a proxy, such as one with TLS; needs --control-token")
	flags.Var(texts(&o.AllowOutbound), "allow-outbound",
		"`host` beside loopback, by name or address, for webhooks and WORKER_URL; repeatable. A special-purpose "+
			"\n        address, such as a link-local one, only by itself")

	flags = group("Time and chance")
	flags.Uint64Var(&o.Seed, "seed", 0, "`number` that makes IDs and random choices repeatable. Without it, each start "+
		"and each reset draws a number,\n        which the log lines \"serving\" and \"reset\" show")
	flags.Lookup("seed").DefValue = "" // The help shows none: parse draws one.
	flags.DurationVar(&o.Latency, "latency", 0, "`duration` added to every response")
	flags.DurationVar(&o.PodStartDelay, "pod-start-delay", 2*time.Second,
		"`duration` from the start of a pod until it is ready, with its public IP")
	flags.DurationVar(&o.ColdStart, "cold-start", 500*time.Millisecond,
		"`duration` from the start of a worker until it is ready")
	flags.DurationVar(&o.SubmissionLag, "submission-lag", 0,
		"`duration` after a submission while the job's status is HTTP 404")
	flags.DurationVar(&o.UnpauseLag, "unpause-lag", 0,
		"`duration` after an update while an unpaused endpoint still counts as paused")
	flags.DurationVar(&o.ListLag, "list-lag", 0,
		"delay of lists, as a `duration`; GETs by ID are current")
	flags.DurationVar(&o.RolloutLag, "rollout-lag", 0,
		"`duration` after a change that replaces an endpoint's workers until its new version exists")
	flags.Func("script", "JSON `file` with what workers do, as PUT /_emulator/scripts takes it",
		fromFile(&o.Scripts, emulator.ParseScripts))

	flags = group("State")
	flags.StringVar(&o.StateFile, "state-file", "",
		"`file` that keeps the account over restarts, values of env included; created if it does not exist")
	flags.Func("seed-file", "JSON `file` with objects to begin with, as GET /_emulator/state shows them. An existing "+
		"state\n        file takes precedence", fromFile(&o.Objects, emulator.ParseObjects))

	flags = group("Limits and stock")
	flags.IntVar(&o.RESTRateLimit, "rest-rate-limit", 0, "REST `requests` a second, over all keys; 0 means no limit")
	flags.Func("v2-rate-limits",
		"`limits` of version 2, for all keys together: requests a minute, an hour and a day, such as "+
			"60,3000,50000;\n        \"measured\" means 180,7200,86400, \"published\" means 60,3000,50000. Without it, "+
			"version 2 has no limits and\n        sends no RateLimit headers",
		func(value string) (err error) {
			o.Version2.Quotas, err = quotasOf(value)
			return err
		})
	flags.IntVar(&o.WorkersQuota, "workers-quota", emulator.DefaultWorkersQuota,
		"maximum number of `workers` of all endpoints together")
	stock := repeated(func(value string) error {
		limit, err := stockOf(value)
		o.Stock = append(o.Stock, limit)
		return err
	})
	flags.Var(stock, "stock",
		"stock of a GPU type or CPU flavor, as `TYPE[@DATACENTER]=UNITS`, in one data center or in each: GPUs, "+
			"or\n        vCPUs of a flavor; repeatable. Without it, the stock is unlimited")

	flags = group("The management interface")
	flags.StringVar(&c.restVersion, "rest-version", "v1",
		"`version` of the management interface, v1 or v2, for PODFLEET_REST_URL; the emulator serves both")
	flags.BoolVar(&o.Version2.August, "v2-august", false,
		"leave out of version 2 the members published after August 2026, in requests and responses")
	flags.IntVar(&o.Version2.PageSize, "v2-page-size", 0,
		"maximum number of `objects` of a page of version 2; 0 means 1000")

	flags = group("API variants")
	flags.Var(texts(&o.AnswersAs), "answers-as", dialects())
	flags.StringVar(&o.PlatformName, "platform-name", "",
		"the service's own `word` for Platform in isPlatform and includePlatformTemplates")
	flags.BoolVar(&o.FlashbootSuffix, "flashboot-suffix", false,
		`append " -fb" to the name of an endpoint with flashboot`)
	flags.BoolVar(&o.AllowVolumeShrink, "allow-volume-shrink", false, "accept a smaller size of a network volume")
	flags.BoolVar(&o.NoStatusSync, "no-status-sync", false, "do not offer /status-sync")
	flags.BoolVar(&o.OpenPorts, "open-ports", false,
		"open the public TCP ports of pods that are ready, on loopback; they answer HTTP")

	flags = group("Log and journal")
	flags.TextVar(&c.logLevel, "log-level", slog.LevelInfo, "minimum `level` to log: debug, info, warn or error. exec "+
		"logs from WARN without the flag")
	flags.StringVar(&c.logFormat, "log-format", "text", "`format` of the log, text or json")
	flags.Int64Var(&o.JournalBytes, "journal-bytes", emulator.DefaultJournalBytes,
		"`bytes` that the journal keeps; it drops the oldest requests")
	flags.BoolVar(&c.showsVersion, "version", false, "print the version, and exit")
}

// dialects returns the help of --answers-as.
func dialects() string {
	text := "--"
	for _, d := range emulator.Dialects() {
		text += fmt.Sprintf("\n          %-20s  %s", d.Name, d.Summary)
	}
	return text
}
