package command

// Verb is what a Command does.
type Verb uint8

// The verbs, in the order in which the package comment explains them.
const (
	NoVerb Verb = iota
	CreateTable
	DropTable
	Insert
	Get
	Query
	Next
	Read
	Replace
	Merge
	InsertOrReplace
	InsertOrMerge
	Delete
	Batch
	Design
	Import
	TrackOption
	TrackAdd
	TrackAttach
	TrackDetach
	TrackLoad
	TrackEdit
	TrackUpdate
	TrackDelete
	TrackClear
	Save
	Policy
	Fault
	Network
	Advance
	Limits
	Split
	QueueCreate
	QueueDrop
	QueuePut
	QueueGet
	QueuePeek
	QueueDelete
	QueuePoison
	BlobCreate
	BlobDrop
	BlobPut
	BlobGet
	BlobList
	BlobDelete
	Simulate
)

// part is one stretch of a command after its words. The parser, the printer
// and the completion all follow the parts of the verb.
type part uint8

const (
	tablePart      part = iota // a table's name
	keyPart                    // PartitionKey/RowKey
	propertiesPart             // Name=value ...
	conditionPart              // [if * | if seen | if 'etag']
	changesPart                // { change; change }
	queryPart                  // [top n] [select a,b] [from key] [where filter]
	habitPart                  // [habit name], in front of queryPart; other-filter and the filter in quotes
	tagPart                    // [etag * | etag 'tag'], in front of propertiesPart
	templatesPart              // partition 'template' row 'template'
	templatesMaybe             // the same or nothing
	dataPart                   // data name | csv 'text' | json 'text'
	mergePart                  // AppendOnly ...
	savePart                   // [batch] [continue] [replace]
	policyPart                 // none ...
	faultPart                  // response-lost ...
	travelPart                 // [travel duration] [timeout duration]
	durationPart               // 40s
	limitsPart                 // [page n] [examined n] [bytes n]
	bordersPart                // [PartitionKey,PartitionKey]
	queuePart                  // a queue's name
	textPart                   // 'text'
	visiblePart                // [for duration]
	poisonPart                 // after n to queue
	containerPart              // a container's name
	blobPart                   // container/name
	listPart                   // container [prefix 'text']
	matchPart                  // [if * | if seen | if new | if 'etag'], of a blob
	simulationPart             // preset for duration [seed n] [into table]
)

// form is how a verb is written.
type form struct {
	words   string // as typed, one space between them
	parts   []part
	example string
	client  bool // only a client can do it
	world   bool // nobody in particular does it: it takes no client
}

// forms has the form of each verb. The order in a family of words does not
// matter: the longest words that fit are taken.
var forms = [...]form{
	CreateTable: {words: "create table", parts: []part{tablePart}, example: "create table Movies"},
	DropTable:   {words: "drop table", parts: []part{tablePart}, example: "drop table Movies"},
	Insert:      {words: "insert", parts: []part{tablePart, keyPart, propertiesPart}, example: "insert Movies Drama/Psycho Year=1960"},
	Get:         {words: "get", parts: []part{tablePart, keyPart}, example: "get Movies Drama/Psycho"},
	Query:       {words: "query", parts: []part{tablePart, queryPart}, example: "query Movies top 10 where PartitionKey eq 'Drama'"},
	Next:        {words: "next", example: "next"},
	Read: {words: "read", parts: []part{tablePart, habitPart, queryPart},
		example: "read Movies habit stop-at-empty-page where Year eq 1960"},
	Replace: {words: "replace", parts: []part{tablePart, keyPart, propertiesPart, conditionPart},
		example: "replace Movies Drama/Psycho Year=1960 if seen"},
	Merge: {words: "merge", parts: []part{tablePart, keyPart, propertiesPart, conditionPart},
		example: "merge Movies Drama/Psycho Rating=8.5 if *"},
	InsertOrReplace: {words: "insert-or-replace", parts: []part{tablePart, keyPart, propertiesPart},
		example: "insert-or-replace Movies Drama/Psycho Year=1960"},
	InsertOrMerge: {words: "insert-or-merge", parts: []part{tablePart, keyPart, propertiesPart},
		example: "insert-or-merge Movies Drama/Psycho Rating=8.5"},
	Delete: {words: "delete", parts: []part{tablePart, keyPart, conditionPart}, example: "delete Movies Drama/Psycho if seen"},
	Batch: {words: "batch", parts: []part{tablePart, changesPart},
		example: "batch Movies { insert Drama/Jaws Year=1975; delete Drama/Psycho if * }"},
	Design: {words: "design", parts: []part{tablePart, templatesPart}, example: "design Movies partition '{Genre}' row '{Title}'"},
	Import: {words: "import", parts: []part{tablePart, templatesMaybe, dataPart},
		example: "import Movies partition '{Genre}' row '{Title}' data movies"},
	TrackOption: {words: "track option", parts: []part{mergePart}, client: true, example: "A: track option PreserveChanges"},
	TrackAdd: {words: "track add", parts: []part{tablePart, keyPart, propertiesPart}, client: true,
		example: "A: track add Movies Drama/Psycho Year=1960"},
	TrackAttach: {words: "track attach", parts: []part{tablePart, keyPart, tagPart, propertiesPart}, client: true,
		example: "A: track attach Movies Drama/Psycho etag * Year=1960"},
	TrackDetach: {words: "track detach", parts: []part{tablePart, keyPart}, client: true, example: "A: track detach Movies Drama/Psycho"},
	TrackLoad: {words: "track load", parts: []part{tablePart, queryPart}, client: true,
		example: "A: track load Movies where PartitionKey eq 'Drama'"},
	TrackEdit: {words: "track edit", parts: []part{tablePart, keyPart, propertiesPart}, client: true,
		example: "A: track edit Movies Drama/Psycho Rating=9.0"},
	TrackUpdate: {words: "track update", parts: []part{tablePart, keyPart}, client: true, example: "A: track update Movies Drama/Psycho"},
	TrackDelete: {words: "track delete", parts: []part{tablePart, keyPart}, client: true, example: "A: track delete Movies Drama/Psycho"},
	TrackClear:  {words: "track clear", client: true, example: "A: track clear"},
	Save:        {words: "save", parts: []part{savePart}, client: true, example: "A: save batch replace"},
	Policy:      {words: "policy", parts: []part{policyPart}, client: true, example: "A: policy exponential"},
	Fault:       {words: "fault", parts: []part{faultPart}, world: true, example: "fault response-lost"},
	Network:     {words: "network", parts: []part{travelPart}, world: true, example: "network travel 20ms timeout 30s"},
	Advance:     {words: "advance", parts: []part{durationPart}, world: true, example: "advance 40s"},
	Limits:      {words: "limits", parts: []part{limitsPart}, world: true, example: "limits page 5 examined 1000 bytes 4096"},
	Split:       {words: "split", parts: []part{tablePart, bordersPart}, world: true, example: "split Movies Comedy,Drama"},
	QueueCreate: {words: "queue create", parts: []part{queuePart}, example: "queue create jobs"},
	QueueDrop:   {words: "queue drop", parts: []part{queuePart}, example: "queue drop jobs"},
	QueuePut:    {words: "queue put", parts: []part{queuePart, textPart}, example: "queue put jobs 'archive employee 456'"},
	QueueGet:    {words: "queue get", parts: []part{queuePart, visiblePart}, example: "A: queue get jobs for 30s"},
	QueuePeek:   {words: "queue peek", parts: []part{queuePart}, example: "queue peek jobs"},
	QueueDelete: {words: "queue delete", parts: []part{queuePart}, example: "A: queue delete jobs"},
	QueuePoison: {words: "queue poison", parts: []part{queuePart, poisonPart}, example: "queue poison jobs after 5 to failed"},
	BlobCreate:  {words: "blob create", parts: []part{containerPart}, example: "blob create photos"},
	BlobDrop:    {words: "blob drop", parts: []part{containerPart}, example: "blob drop photos"},
	BlobPut:     {words: "blob put", parts: []part{blobPart, textPart, matchPart}, example: "blob put photos/2010/cat.jpg 'a picture'"},
	BlobGet:     {words: "blob get", parts: []part{blobPart}, example: "blob get photos/2010/cat.jpg"},
	BlobList:    {words: "blob list", parts: []part{listPart}, example: "blob list photos prefix '2010/'"},
	BlobDelete:  {words: "blob delete", parts: []part{blobPart, matchPart}, example: "blob delete photos/2010/cat.jpg"},
	Simulate:    {words: "simulate", parts: []part{simulationPart}, world: true, example: "simulate guid for 10m seed 7 into Movies"},
}

// Verbs lists the verbs in the order of their constants.
func Verbs() []Verb {
	verbs := make([]Verb, 0, len(forms)-1)
	for v := CreateTable; int(v) < len(forms); v++ {
		verbs = append(verbs, v)
	}
	return verbs
}

// String returns the words that begin the verb's commands, such as "create
// table".
func (v Verb) String() string {
	if int(v) >= len(forms) {
		return ""
	}
	return forms[v].words
}

// Example returns a command with this verb, as the console shows it in help
// and in errors.
func (v Verb) Example() string {
	if int(v) >= len(forms) {
		return ""
	}
	return forms[v].example
}

// Writes tells the verbs that may stand in a batch, without their table.
func (v Verb) Writes() bool {
	return v == Insert || v >= Replace && v <= Delete
}
