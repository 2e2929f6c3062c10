package access

import "github.com/keyrange/keyrange/engine/wire"

// getStats is Get Table Service Stats. Only the secondary endpoint knows how
// far behind it is; this engine's is never.
func getStats(op wire.Operation) (wire.Response, *wire.Refusal) {
	if !op.Secondary {
		return wire.Response{}, wire.Refuse(wire.InvalidQueryParameterValue, "Value for one of the query parameters "+
			"specified in the request URI is invalid.")
	}
	synced := op.Now.Time().Format("Mon, 02 Jan 2006 15:04:05 GMT")
	body := append([]byte("<StorageServiceStats><GeoReplication><Status>live</Status><LastSyncTime>"), synced...)
	return answerXML(append(body, "</LastSyncTime></GeoReplication></StorageServiceStats>"...)), nil
}
