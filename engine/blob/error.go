package blob

import "github.com/keyrange/keyrange/engine/table"

// The codes of the Blob service that this package gives (Blob service error
// codes and Common REST API error codes, REST reference).
const (
	BlobAlreadyExists      table.Code = "BlobAlreadyExists"
	BlobNotFound           table.Code = "BlobNotFound"
	ConditionNotMet        table.Code = "ConditionNotMet"
	ContainerAlreadyExists table.Code = "ContainerAlreadyExists"
	ContainerNotFound      table.Code = "ContainerNotFound"
	OutOfRangeParameter    table.Code = "OutOfRangeQueryParameterValue"
	RequestBodyTooLarge    table.Code = "RequestBodyTooLarge"
)

func refuseNoBlob() error {
	return table.Refuse(BlobNotFound, "The specified blob does not exist.")
}

// checkName applies the naming rules of containers.
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
