package importer_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

func TestMain(m *testing.M) { acctest.Main(m) }
