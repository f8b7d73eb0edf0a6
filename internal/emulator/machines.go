package emulator

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// StockLimit bounds what pods and workers can have of a GPU type or CPU flavor in a data center at the same time.
type StockLimit = account.StockLimit

// Fate is what becomes of machines that start from now on: of pods and of workers.
type Fate = account.Fate

// SetStock replaces the limits of kinds of hardware until the next Reset. It is an error if the hardware or the data
// center does not exist.
func (s *Server) SetStock(limits ...StockLimit) error {
	if err := checkEach(limits); err != nil {
		return err
	}
	return s.directly(func(time.Time) error {
		for _, limit := range limits {
			s.account.SetStock(limit)
		}
		return nil
	})
}

// SetFates replaces the fates of machines until the next Reset. Machines that have started keep theirs; workers that
// wait for a machine look for one again.
func (s *Server) SetFates(fates ...Fate) error {
	if err := checkEach(fates); err != nil {
		return err
	}
	return s.directly(func(time.Time) error {
		s.account.SetFates(fates)
		return nil
	})
}

// Evict takes a pod's machine away: the pod is EXITED, locked or not.
func (s *Server) Evict(podID string) error {
	return s.directly(func(now time.Time) error { return s.account.EndPod(podID, account.StatusExited, now) })
}

func (s *Server) stock() []StockLimit {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.account.StockLimits()
}

func (s *Server) fates() []Fate {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.account.Fates()
}

func (c control) answerPorts(_ *wire.Request, told struct {
	Status int `json:"status"`
}) (any, error) {
	return told, c.AnswerPorts(told.Status)
}
