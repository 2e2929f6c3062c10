// Package demand is the clients of a run: what they ask for, when, and what they
// do with the answers.
//
// A reader meets Load first (what one group of clients does), then Clients, which
// send requests to the front door of package service; Entities, which are chosen
// by popularity, or the Rows of a data set in the order of their arrival; and
// Source, which gives them the PartitionKeys that a template of package keys makes.
//
// What always holds: keys are ordinals, numbers that compare as the PartitionKeys
// do. What is asked for follows from the seed alone: what the n-th operation of a
// thread is about does not change with the template, the policies or the load.
package demand
