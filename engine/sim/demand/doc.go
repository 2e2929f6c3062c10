// Package demand says what the clients of a run ask for: Entities that are chosen by
// popularity, or the Rows of a data set in the order of their arrival, and the
// PartitionKeys that a template of package keys gives them.
//
// A reader meets Entities first, then Source, whose Next draws the key of an
// operation.
//
// What always holds: keys are ordinals, numbers that compare as the PartitionKeys
// do; what is drawn follows from the stream and the second of virtual time alone,
// and does not change with the template.
package demand
