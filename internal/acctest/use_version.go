package acctest

// UseVersion makes the provider processes and clients of this environment, from now on, use a version of the management
// interface.
func (e *Env) UseVersion(version int) *Env {
	switch version {
	case 1:
		e.UseVersion1()
	case 2:
		e.UseVersion2()
	default:
		e.t.Fatalf("no version %d", version)
	}
	return e
}
