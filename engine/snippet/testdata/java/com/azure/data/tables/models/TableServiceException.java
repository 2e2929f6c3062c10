package com.azure.data.tables.models;

/** What a query fails with. */
public class TableServiceException extends RuntimeException {
    public TableServiceException(String message) {
        super(message);
    }
}
