package queue

import "github.com/keyrange/keyrange/engine/table"

// The codes of the Queue service that this package gives (Queue service error
// codes, REST reference).
const (
	QueueAlreadyExists  table.Code = "QueueAlreadyExists"
	QueueNotFound       table.Code = "QueueNotFound"
	MessageNotFound     table.Code = "MessageNotFound"
	MessageTooLarge     table.Code = "MessageTooLarge"
	PopReceiptMismatch  table.Code = "PopReceiptMismatch"
	OutOfRangeParameter table.Code = "OutOfRangeQueryParameterValue"
)

func refuseNoMessage() error {
	return table.Refuse(MessageNotFound, "The specified message does not exist.")
}

func refuseReceipt() error {
	return table.Refuse(PopReceiptMismatch, "The specified pop receipt did not match the pop receipt for a dequeued message.")
}

func refuseTooLarge() error {
	return table.Refuse(MessageTooLarge, "The message exceeds the maximum allowed size.")
}

func refuseParameter(name string) error {
	return table.Refuse(OutOfRangeParameter, "The query parameter "+name+" is outside the permissible range.")
}

// checkName applies the naming rules of queues.
func checkName(name string) error {
	if len(name) < 3 || len(name) > 63 {
		return table.Refuse(table.OutOfRangeInput, "The specified resource name length is not within the permissible limits.")
	}
	before := byte('-') // neither begins nor ends with a hyphen, nor has two in a row
	for i := range len(name) {
		c := name[i]
		plain := 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
		if !plain && (c != '-' || before == '-' || i == len(name)-1) {
			return table.Refuse(table.InvalidResourceName, "The specified resource name contains invalid characters.")
		}
		before = c
	}
	return nil
}
