package com.azure.data.tables;

/** Makes a TableServiceClient. */
public class TableServiceClientBuilder {
    private String connection;

    public TableServiceClientBuilder connectionString(String value) {
        connection = value;
        return this;
    }

    public TableServiceClient buildClient() {
        return new TableServiceClient(connection);
    }
}
