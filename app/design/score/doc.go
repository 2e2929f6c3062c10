// Package score judges a design: what each question costs, which transactions
// fit into one partition, and how a second design or a second copy compares.
//
// Scoring is met first, then Rival, the design beside the present one. Every
// figure is found by running the question over the table, step by step.
package score
