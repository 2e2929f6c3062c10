package snippet

// Variable is the name in the environment under which programs find their
// connection string.
const Variable = "AZURE_TABLES_CONNECTION_STRING"

// Clients lists the languages that have an official client, in the order of a menu.
func Clients() []Language { return languages[:len(languages)-1] }

// Start returns the smallest program that makes a table and puts an entity into it, at
// the endpoint of one's own machine. It may be run again. ok is false for a language
// that is not among Clients.
func Start(language string) (program string, ok bool) {
	text, err := templates.ReadFile("templates/start/" + language + ".txt")
	return string(text), err == nil
}

// Connect returns the statement that makes a client of a connection string in Variable.
// ok is false for a language that is not among Clients.
func Connect(language string) (line string, ok bool) {
	line, ok = map[string]string{
		"go": `client, err := aztables.NewServiceClientFromConnectionString(os.Getenv("` + Variable + `"), ` +
			`&aztables.ClientOptions{ClientOptions: policy.ClientOptions{InsecureAllowCredentialWithHTTP: true}})`,
		"csharp":     `var client = new TableServiceClient(Environment.GetEnvironmentVariable("` + Variable + `"));`,
		"python":     `client = TableServiceClient.from_connection_string(os.environ["` + Variable + `"])`,
		"javascript": `const client = TableServiceClient.fromConnectionString(process.env.` + Variable + `, { allowInsecureConnection: true });`,
		"java":       `var client = new TableServiceClientBuilder().connectionString(System.getenv("` + Variable + `")).buildClient();`,
	}[language]
	return line, ok
}
