package query

// Explain says in plain sentences what the service reads for this plan and
// why, for a reader who has seen only the filter.
func (p Plan) Explain() string {
	if p.Empty() {
		return "The bounds contradict each other. No key can match, so there is nothing to read."
	}
	s := p.reads()
	if why := p.why(); why != "" {
		s += " " + why
	}
	if p.Residual != nil {
		s += " " + p.checks()
	}
	return s
}

// reads is the sentence about the keys.
func (p Plan) reads() string {
	switch p.Kind {
	case PointQuery:
		return "PartitionKey and RowKey are both fixed, so the service goes straight to one entity."
	case RowRangeScan:
		return "PartitionKey is fixed and " + ends(p.Row, "RowKey") + ", so the service reads part of one partition."
	case PartitionScan:
		return "PartitionKey is fixed and RowKey is free, so the service reads one whole partition."
	case PartitionRangeScan:
		return p.readsPartitions()
	}
	if !p.filtered {
		return "There is no filter, so the service reads the whole table."
	}
	return "Nothing in the filter bounds PartitionKey, so the service reads the whole table."
}

func (p Plan) readsPartitions() string {
	switch {
	case p.Partition.Low.Set && p.Partition.High.Set:
		return "Both bounds are on PartitionKey, so the service reads these partitions in order."
	case p.Partition.Low.Set:
		return "PartitionKey has a lower bound, so the service reads from there to the end of the table."
	}
	return "PartitionKey has an upper bound, so the service reads from the start of the table up to it."
}

// ends says which ends of an interval have a bound.
func ends(i Interval, key string) string {
	switch {
	case i.Low.Set && i.High.Set:
		return key + " has two bounds"
	case i.Low.Set:
		return key + " has a lower bound"
	}
	return key + " has an upper bound"
}

// why names the condition that looks as if it should save reading and does
// not, if there is one. Inside a fixed PartitionKey nothing was lost.
func (p Plan) why() string {
	switch {
	case p.Partition.Fixed():
		return ""
	case p.barred&barOr != 0:
		return "A condition on PartitionKey inside an or gives no bound."
	case p.barred&barNot != 0:
		return "A condition on PartitionKey inside a not gives no bound."
	case p.barred&barNe != 0:
		return "PartitionKey ne gives no bound."
	case p.Row.Bounded():
		return "A bound on RowKey helps only inside one PartitionKey."
	}
	return ""
}

func (p Plan) checks() string {
	switch p.Kind {
	case PointQuery:
		return "The rest of the filter is checked on that entity."
	case TableScan:
		return "The filter is checked on each entity that is read."
	}
	return "The rest of the filter is checked on each entity that is read."
}
