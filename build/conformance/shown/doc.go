// Package shown holds what the screens show as HTTP to what the endpoint of
// this machine receives and sends for the same commands, over sockets and byte
// for byte. It has nothing but tests; read shelf first, which is the endpoint.
//
// What always holds: only this may differ, by its nature:
//
//   - the name of the account in hosts: the screens' own is keyrange, and the
//     endpoint has the development account, as the screen Access has
//   - of a request: Host and Authorization, which the screens leave out except
//     where access is the matter, and Content-Length
//   - of an answer: the order of its fields, and the three that frame a body:
//     Transfer-Encoding, Content-Length and Connection
//   - what the service draws by lot: the id of a request, in its field and in
//     the body of an error, and the boundaries of a batch's answer
//
// Times are not among them: the endpoint's clock is that of the screens.
//
// Left out: a request that the network lost, which has no answer, and the 503
// of a server that the reader made busy, which the endpoint never gives.
package shown
