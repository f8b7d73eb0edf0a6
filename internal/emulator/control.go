package emulator

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"time"
)

// controlPrefix is where the control interface lives. It needs no key, and answers loopback clients only.
const controlPrefix = "/_emulator/"

func controlRoutes() []route {
	get, put, post, patch, del := http.MethodGet, http.MethodPut, http.MethodPost, http.MethodPatch, http.MethodDelete
	const object = "/_emulator/state/{kind}/{id}"
	return []route{
		op(get, "/_emulator/health", "", (*Server).controlHealth),
		op(post, "/_emulator/reset", "", (*Server).controlReset),
		op(get, "/_emulator/requests", "", (*Server).controlRequests),
		op(del, "/_emulator/requests", "", (*Server).controlClearRequests),
		op(get, "/_emulator/clock", "", (*Server).controlClock),
		op(post, "/_emulator/clock", "", (*Server).controlAdvance),
		op(get, "/_emulator/faults", "", (*Server).controlFaults),
		op(put, "/_emulator/faults", "", (*Server).controlSetFaults),
		op(del, "/_emulator/faults", "", (*Server).controlClearFaults),
		op(get, "/_emulator/state", "", (*Server).controlState),
		op(post, "/_emulator/endpoints/{endpointId}/kill-worker", "", (*Server).controlKillWorker),
		op(post, object, "", (*Server).controlPutObject),
		op(patch, object, "", (*Server).controlPatchObject),
		op(del, object, "", (*Server).controlDeleteObject),
	}
}

// controlAnswer leaves no trace: no journal, no latency, no faults, no limits, and the clock stands still.
func (s *Server) controlAnswer(c *call) *answer {
	if !fromLoopback(c.request) {
		return s.refused(c, &refusal{
			status:  http.StatusForbidden,
			message: "the control interface answers loopback clients only",
		})
	}
	route, err := match(s.control, c.request)
	if err != nil {
		return s.refused(c, err)
	}
	value, err := route.handle(s, c)
	if err != nil {
		return s.refused(c, err)
	}
	if value == nil {
		return &answer{status: http.StatusNoContent, header: http.Header{}}
	}
	return s.encoded(http.StatusOK, nil, value)
}

func fromLoopback(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	return err == nil && net.ParseIP(host).IsLoopback()
}

func (s *Server) controlHealth(*call) (any, error) {
	return map[string]string{"status": "ok"}, nil
}

func (s *Server) controlReset(*call) (any, error) {
	s.Reset()
	return nil, nil
}

func (s *Server) controlRequests(c *call) (any, error) {
	return s.Requests(c.query["operation"]...), nil
}

func (s *Server) controlClearRequests(*call) (any, error) {
	s.ClearJournal()
	return nil, nil
}

type controlTime struct {
	Now time.Time `json:"now"`
}

func (s *Server) controlClock(*call) (any, error) {
	return controlTime{s.Now()}, nil
}

func (s *Server) controlAdvance(c *call) (any, error) {
	var move struct {
		Advance Duration `json:"advance"`
	}
	if err := decodeControl(c.body, &move); err != nil {
		return nil, err
	}
	if move.Advance < 0 {
		return nil, badRequest("time never goes back")
	}
	s.Advance(time.Duration(move.Advance))
	return controlTime{s.Now()}, nil
}

func (s *Server) controlFaults(*call) (any, error) {
	return s.Faults(), nil
}

func (s *Server) controlSetFaults(c *call) (any, error) {
	var rules []Fault
	if err := decodeControl(c.body, &rules); err != nil {
		return nil, err
	}
	if err := s.replaceFaults(rules); err != nil {
		return nil, err
	}
	return s.Faults(), nil
}

func (s *Server) controlClearFaults(*call) (any, error) {
	s.SetFaults()
	return nil, nil
}

// controlState shows every kind of objects.
func (s *Server) controlState(*call) (any, error) {
	state := map[string][]map[string]any{}
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, kind := range s.allKinds() {
		state[name] = kind.objects()
	}
	return state, nil
}

func (s *Server) controlPutObject(c *call) (any, error) {
	return s.controlChange(c, s.PutObject)
}

func (s *Server) controlPatchObject(c *call) (any, error) {
	return s.controlChange(c, s.PatchObject)
}

func (s *Server) controlChange(c *call, change func(kind, id string, members map[string]any) error) (any, error) {
	var members map[string]any
	if err := decodeControl(c.body, &members); err != nil {
		return nil, err
	}
	kind, id := c.request.PathValue("kind"), c.request.PathValue("id")
	if err := change(kind, id, members); err != nil {
		return nil, err
	}
	object, _ := s.Object(kind, id)
	return object, nil
}

func (s *Server) controlDeleteObject(c *call) (any, error) {
	return nil, s.DeleteObject(c.request.PathValue("kind"), c.request.PathValue("id"))
}

func (s *Server) controlKillWorker(c *call) (any, error) {
	return nil, s.KillWorker(c.request.PathValue("endpointId"))
}

// decodeControl is strict about names, so that a misspelt member of a fault does not make it another fault.
func decodeControl(text []byte, target any) error {
	if !json.Valid(text) {
		return badRequest("request body must be JSON")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	decoder.UseNumber() // Members of objects are stored as they were sent.
	if err := decoder.Decode(target); err != nil {
		return badRequest("request body: %v", err)
	}
	return nil
}
