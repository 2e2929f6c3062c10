// Package table is the data model and the storage of the Table service.
package table

// Table is one table.
type Table struct{}

// New returns an empty table.
func New(name string) *Table { panic("table: skeleton") }

// Row is a stored entity, read in place.
type Row struct{}

// PartitionKey returns the entity's PartitionKey.
func (r Row) PartitionKey() string { panic("table: skeleton") }

// RowKey returns the entity's RowKey.
func (r Row) RowKey() string { panic("table: skeleton") }

// Timestamp returns when the entity was last written.
func (r Row) Timestamp() Ticks { panic("table: skeleton") }

// Property is Entity.Property without building the entity.
func (r Row) Property(name string) Value { panic("table: skeleton") }

// Entity returns a copy of the whole entity.
func (r Row) Entity() Entity { panic("table: skeleton") }

// Column reads one named property of many rows quickly: it remembers where the
// last row's shape had it. A Column belongs to one reader at a time.
type Column struct{ name string }

// NewColumn returns a reader of the named property (system properties too).
func NewColumn(name string) *Column { return &Column{name: name} }

// Of returns the property's value in r, or null.
func (c *Column) Of(r Row) Value { return r.Property(c.name) }

// Snapshot is the table as it was at one moment; it never changes.
type Snapshot struct{}

// Len returns the number of entities.
func (s *Snapshot) Len() int { panic("table: skeleton") }

// Get returns the entity with key k.
func (s *Snapshot) Get(k Key) (Row, bool) { panic("table: skeleton") }

// Scan calls visit for the rows from key low (included) on, in key order, in
// runs of one partition each, until visit returns false.
func (s *Snapshot) Scan(low Key, visit func(rows []Row) bool) { panic("table: skeleton") }
