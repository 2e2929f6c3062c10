package main

import (
	"fmt"
	"io"
	"net"

	"github.com/keyrange/keyrange/engine/wire/access"
)

// url is the address of the account. One that stands for all of the machine is
// told as the machine's own.
func (s *tableSetting) url(address string) string {
	if host, port, err := net.SplitHostPort(address); err == nil {
		if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
			address = net.JoinHostPort("127.0.0.1", port)
		}
	}
	return "http://" + address + "/" + access.DevelopmentAccount
}

// connectionString is what official clients take.
func (s *tableSetting) connectionString(address string) string {
	key := s.key
	if key == "" {
		key = access.DevelopmentKey
	}
	return "DefaultEndpointsProtocol=http;AccountName=" + access.DevelopmentAccount + ";AccountKey=" + key +
		";TableEndpoint=" + s.url(address) + ";"
}

// tellClients says how the official clients connect. The connection string is a
// line of its own, to be copied.
func (s *tableSetting) tellClients(address string, out io.Writer) {
	const variable = "AZURE_TABLES_CONNECTION_STRING"
	fmt.Fprintf(out, "\nConnection string, for example as %s:\n%s\n\n", variable, s.connectionString(address))
	for _, line := range [][2]string{
		{"Go", `client, err := aztables.NewServiceClientFromConnectionString(os.Getenv("` + variable + `"), ` +
			`&aztables.ClientOptions{ClientOptions: policy.ClientOptions{InsecureAllowCredentialWithHTTP: true}})`},
		{".NET", `var client = new TableServiceClient(Environment.GetEnvironmentVariable("` + variable + `"));`},
		{"Python", `client = TableServiceClient.from_connection_string(os.environ["` + variable + `"])`},
		{"JavaScript", `const client = TableServiceClient.fromConnectionString(process.env.` + variable +
			`, { allowInsecureConnection: true });`},
		{"Java", `var client = new TableServiceClientBuilder().connectionString(System.getenv("` + variable + `")).buildClient();`},
	} {
		fmt.Fprintf(out, "  %-11s %s\n", line[0], line[1])
	}
	fmt.Fprintf(out, "\nFaults and snapshots for tests: http://%s/keyrange/faults with Authorization: Bearer %s\n\n", address, s.token)
}
