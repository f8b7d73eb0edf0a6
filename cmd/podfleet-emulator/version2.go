package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// quotasOf reads quotas: a name, or three numbers.
func quotasOf(value string) (emulator.Quotas, error) {
	switch value {
	case "measured":
		return emulator.MeasuredQuotas(), nil
	case "published":
		return emulator.PublishedQuotas(), nil
	}
	var numbers []int
	for text := range strings.SplitSeq(value, ",") {
		number, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || number <= 0 {
			return emulator.Quotas{}, fmt.Errorf("%q is not a number above 0", text)
		}
		numbers = append(numbers, number)
	}
	if len(numbers) != 3 {
		return emulator.Quotas{}, errors.New("not three numbers, measured or published")
	}
	return emulator.Quotas{Minute: numbers[0], Hour: numbers[1], Day: numbers[2]}, nil
}

// stockOf reads what there is of a GPU type or CPU flavor.
func stockOf(value string) (emulator.StockLimit, error) {
	what, units, found := strings.Cut(value, "=")
	number, err := strconv.Atoi(units)
	if !found || err != nil || number < 0 {
		return emulator.StockLimit{}, errors.New("not TYPE=UNITS or TYPE@DATACENTER=UNITS")
	}
	id, center, _ := strings.Cut(what, "@")
	return emulator.StockLimit{ID: id, DataCenter: center, Units: number}, nil
}

// version2Flags defines the flags about version 2 of the management interface, and about what both versions share.
func version2Flags(flags *flag.FlagSet, c *config) {
	flags.StringVar(&c.restVersion, "rest-version", "v1",
		"`version` of the management interface, v1 or v2, for the first URL printed; the emulator serves both")
	flags.BoolVar(&c.options.Version2.August, "v2-august", false,
		"leave out of version 2 the members published after August 2026, in requests and responses")
	flags.IntVar(&c.options.Version2.PageSize, "v2-page-size", 0,
		"maximum number of `objects` of a page of version 2; 0 means 1000")
	flags.Func("v2-rate-limits",
		"`limits` of version 2, for all keys together: requests a minute, an hour and a day, such as "+
			"60,3000,50000;\n        \"measured\" means 180,7200,86400, \"published\" means 60,3000,50000. Without it, "+
			"version 2 has no limits and\n        sends no RateLimit headers",
		func(value string) (err error) {
			c.options.Version2.Quotas, err = quotasOf(value)
			return err
		})
	stock := repeated(func(value string) error {
		limit, err := stockOf(value)
		c.options.Stock = append(c.options.Stock, limit)
		return err
	})
	flags.Var(stock, "stock",
		"stock of a GPU type or CPU flavor, as `TYPE[@DATACENTER]=UNITS`, in one data center or in each: GPUs, "+
			"or\n        vCPUs of a flavor; repeatable. Without it, the stock is unlimited")
}
