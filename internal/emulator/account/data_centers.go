package account

// DataCenter is a data center. The ids are those of contract 4; everything else is the emulator's own [C].
type DataCenter struct {
	ID, Name, Region string
	GlobalNetwork    bool
	VolumeTypes      []string // at least one; the first is that of a volume without a type
	Compliance       []string
}

func (c DataCenter) key() string { return c.ID }

const (
	regionEurope       = "EUROPE"
	regionNorthAmerica = "NORTH_AMERICA"
	regionOceania      = "OCEANIA"
	regionAsia         = "ASIA"
)

// AllDataCenters returns the data centers.
func AllDataCenters() []DataCenter {
	var (
		standard = []string{VolumeStandard}
		fast     = []string{VolumeHighPerformance}
		both     = []string{VolumeStandard, VolumeHighPerformance}
		european = []string{"GDPR", "ISO_IEC_27001"}
		american = []string{"SOC_2_TYPE_2", "HIPAA"}
	)
	return []DataCenter{
		{"EU-RO-1", "Romania 1", regionEurope, true, both, european},
		{"CA-MTL-1", "Montreal 1", regionNorthAmerica, true, standard, nil},
		{"EU-SE-1", "Sweden 1", regionEurope, true, standard, european},
		{"US-IL-1", "Illinois 1", regionNorthAmerica, false, fast, nil},
		{"EUR-IS-1", "Iceland 1", regionEurope, true, standard, european},
		{"EU-CZ-1", "Czechia 1", regionEurope, true, standard, european},
		{"US-TX-3", "Texas 3", regionNorthAmerica, true, both, american},
		{"EUR-IS-2", "Iceland 2", regionEurope, false, standard, european},
		{"US-KS-2", "Kansas 2", regionNorthAmerica, true, standard, american},
		{"US-GA-2", "Georgia 2", regionNorthAmerica, true, fast, nil},
		{"US-WA-1", "Washington 1", regionNorthAmerica, true, standard, american},
		{"US-TX-1", "Texas 1", regionNorthAmerica, false, standard, nil},
		{"CA-MTL-3", "Montreal 3", regionNorthAmerica, true, both, american},
		{"EU-NL-1", "Netherlands 1", regionEurope, true, standard, european},
		{"US-TX-4", "Texas 4", regionNorthAmerica, true, standard, american},
		{"US-CA-2", "California 2", regionNorthAmerica, false, fast, nil},
		{"US-NC-1", "North Carolina 1", regionNorthAmerica, true, standard, american},
		{"OC-AU-1", "Australia 1", regionOceania, true, standard, nil},
		{"US-DE-1", "Delaware 1", regionNorthAmerica, true, both, american},
		{"EUR-IS-3", "Iceland 3", regionEurope, false, standard, european},
		{"CA-MTL-2", "Montreal 2", regionNorthAmerica, true, standard, american},
		{"AP-JP-1", "Japan 1", regionAsia, true, fast, nil},
		{"EUR-NO-1", "Norway 1", regionEurope, true, standard, european},
		{"EU-FR-1", "France 1", regionEurope, false, standard, european},
		{"US-KS-3", "Kansas 3", regionNorthAmerica, true, both, american},
		{"US-GA-1", "Georgia 1", regionNorthAmerica, true, standard, nil},
	}
}
