package com.azure.data.tables.models;

import java.util.Map;

/** An entity, with what the programs ask of one. */
public record TableEntity(Map<String, Object> getProperties) {
    public TableEntity(String partitionKey, String rowKey) {
        this(Map.of("keys", partitionKey + "/" + rowKey));
    }
}
