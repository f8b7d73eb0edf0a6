package emulator

import (
	"errors"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// podPorts answers the public ports of pods on loopback, with one status for all of them: Options.OpenPorts. A
// container that starts slowly answers with an error at first, and one that hangs always does.
type podPorts struct {
	status atomic.Int32
	http   *http.Server
	open   map[int]net.Listener // guarded by Server.mu
}

func newPodPorts() *podPorts {
	p := &podPorts{open: map[int]net.Listener{}}
	p.http = &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(int(p.status.Load())) })}
	p.http.SetKeepAlivesEnabled(false) // A connection that stays would outlive its pod.
	p.reset()
	return p
}

func (p *podPorts) reset() { p.status.Store(http.StatusOK) }

// openPort returns the function that opens a public port on loopback; nil if ports stay closed.
func (s *Server) openPort() func() int {
	if !s.options.OpenPorts {
		return nil
	}
	return func() int { return s.openPortAt(0) }
}

// openPortAt opens a public port on loopback, and returns its number; 0 if it cannot. Number 0 chooses a free one.
func (s *Server) openPortAt(number int) int {
	listener, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: number})
	if err != nil {
		s.logger.Error("no port can be opened for a pod", "error", err)
		return 0
	}
	port := wire.AddressOf(listener).Port()
	s.ports.open[int(port)] = listener
	go func() {
		if err := s.ports.http.Serve(listener); !errors.Is(err, net.ErrClosed) && !errors.Is(err, http.ErrServerClosed) {
			s.logger.Error("the port of a pod failed", "error", err)
		}
	}()
	return int(port)
}

// reopenPorts opens the ports that restored pods have. A port that another process has taken stays closed.
func (s *Server) reopenPorts() {
	if !s.options.OpenPorts {
		return
	}
	for port := range s.account.PublicPorts() {
		if s.ports.open[port] == nil {
			s.openPortAt(port)
		}
	}
}

// keep closes the ports that are not among these.
func (p *podPorts) keep(public func() map[int]bool) {
	if len(p.open) == 0 {
		return
	}
	kept := public()
	for port, listener := range p.open {
		if !kept[port] {
			_ = listener.Close() // It takes no more connections.
			delete(p.open, port)
		}
	}
}

// AnswerPorts sets the status with which the open ports of all pods answer every request, until a Reset: 200 without
// it. It is an error for a number that is no final status.
func (s *Server) AnswerPorts(status int) error {
	if status < http.StatusOK || status > 599 {
		return wire.BadRequest("%d is no final status of HTTP", status)
	}
	s.ports.status.Store(int32(status))
	return nil
}
