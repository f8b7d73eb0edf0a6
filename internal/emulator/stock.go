package emulator

import "github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"

// StockLimit bounds what pods and workers can have of a GPU type or CPU flavor in a data center at the same time.
type StockLimit = account.StockLimit

// SetStock replaces the limit of a kind of hardware until the next Reset. It is an error if the hardware or the data
// center does not exist.
func (s *Server) SetStock(limit StockLimit) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := limit.Check(); err != nil {
		return err
	}
	s.account.SetStock(limit)
	s.reconcileAll()
	return nil
}
