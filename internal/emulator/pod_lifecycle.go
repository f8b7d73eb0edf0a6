package emulator

import (
	"strings"
	"time"
)

// Operations that start, stop, reset and restart a pod (contract 2.6). They take no body, and return the pod.

func (s *Server) startPod(c *call, p pod) (any, error) {
	return s.operate(c, &p, func() error {
		if p.DesiredStatus == exited {
			s.deploy(&p)
		}
		return nil
	})
}

func (s *Server) stopPod(c *call, p pod) (any, error) {
	return s.operate(c, &p, func() error {
		if err := p.isNotLocked("stopped"); err != nil {
			return err
		}
		if p.DesiredStatus == running {
			p.DesiredStatus = exited
			p.LastStatusChange = podTimestamp(s.clock.Now())
			p.PublicIP, p.PortMappings = nil, nil
		}
		return nil
	})
}

func (s *Server) resetPod(c *call, p pod) (any, error) {
	return s.operate(c, &p, func() error {
		if err := firstOf(p.isNotLocked("reset"), p.isRunning("reset")); err != nil {
			return err
		}
		s.renew(&p, p.PortMappings)
		return nil
	})
}

// restartPod gives the pod other public ports, as may happen.
func (s *Server) restartPod(c *call, p pod) (any, error) {
	return s.operate(c, &p, func() error {
		if err := p.isRunning("restarted"); err != nil {
			return err
		}
		s.renew(&p, nil)
		return nil
	})
}

// operate is what the operations have in common.
func (s *Server) operate(c *call, p *pod, act func() error) (any, error) {
	if err := c.noBody(); err != nil {
		return nil, err
	}
	if err := p.isNoWorker(); err != nil {
		return nil, err
	}
	if p.DesiredStatus == terminated {
		return nil, badRequest("the pod is %s", terminated)
	}
	if err := act(); err != nil {
		return nil, err
	}
	s.pods.save(*p)
	return s.podAnswer(*p, podFlags{}), nil
}

func (p pod) isRunning(participle string) error {
	if p.DesiredStatus != running {
		return badRequest("the pod is %s and cannot be %s", p.DesiredStatus, participle)
	}
	return nil
}

// deploy makes a pod RUNNING at once, on its machine; it is ready when the delay has passed. The caller stores it.
func (s *Server) deploy(p *pod) {
	now := s.clock.Now()
	ready := now.Add(s.options.PodStartDelay)
	p.DesiredStatus = running
	p.LastStartedAt, p.LastStatusChange = podTimestamp(now), podTimestamp(now)
	p.PublicIP, p.PortMappings = nil, nil
	p.ReadyAt = ready.Format(time.RFC3339Nano)
	if s.options.PodStartDelay == 0 {
		s.podReady(p)
		return
	}
	id, awaited := p.ID, p.ReadyAt
	s.clock.At(ready, func(time.Time) {
		// It may be gone, stopped, or started again by now.
		if p, err := s.pods.find(id); err == nil && p.DesiredStatus == running && p.ReadyAt == awaited {
			s.podReady(&p)
			s.pods.place(id, p) // Nobody has changed it over the API.
		}
	})
}

// podReady gives the pod its address, where its machine has one to give, and its port mappings. It loses both when it stops.
func (s *Server) podReady(p *pod) {
	if p.Machine.SupportPublicIP {
		address := s.chooser.address()
		p.PublicIP = &address
	}
	p.PortMappings = s.portMappings(*p, nil)
}

// renew gives a running pod a new container, and its ports the public ones that they had before, if any.
func (s *Server) renew(p *pod, before map[string]int) {
	now := podTimestamp(s.clock.Now())
	p.LastStartedAt, p.LastStatusChange = now, now
	if p.PublicIP != nil {
		p.PortMappings = s.portMappings(*p, before)
	}
}

// portMappings finds a public port for each tcp port: the one that it had before, or one that no port has or had. Others
// are reached through a front end.
func (s *Server) portMappings(p pod, before map[string]int) map[string]int {
	mappings := map[string]int{}
	if !p.Machine.SupportPublicIP {
		return mappings
	}
	taken := make(map[int]bool)
	for _, public := range p.PortMappings {
		taken[public] = true
	}
	for _, port := range p.Ports {
		number, isTCP := strings.CutSuffix(port, "/tcp")
		if _, twice := mappings[number]; twice || !isTCP {
			continue
		}
		public, had := before[number]
		if !had {
			public = s.chooser.port(taken)
		}
		mappings[number] = public
		taken[public] = true
	}
	return mappings
}
