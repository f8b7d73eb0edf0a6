package main

import (
	"errors"
	"fmt"
	"os"
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

// fromFile returns a flag that reads its value from a file, once.
func fromFile[T any](value *T, parse func([]byte) (T, error)) func(file string) error {
	given := false
	return func(file string) error {
		if given {
			return errors.New("given twice")
		}
		given = true
		text, err := os.ReadFile(file) //nolint:gosec // The person who starts the emulator names it.
		if err == nil {
			*value, err = parse(text)
		}
		return err
	}
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
