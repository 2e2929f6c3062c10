package sim

import (
	"github.com/keyrange/keyrange/engine/sim/demand"
	"github.com/keyrange/keyrange/engine/sim/service"
)

// Params are the numbers of the model: those of the service and the delays of its
// clients.
type Params struct {
	service.Params
	demand.Delays
}

// Defaults returns the calibrated model with the service targets of 2010.
func Defaults() Params { return Params{service.Defaults(), demand.DefaultDelays()} }
