package com.azure.data.tables;

/** Makes a TableClient, which fails where the connection string says so. */
public class TableClientBuilder {
    private String connection;
    private String table;

    public TableClientBuilder connectionString(String value) {
        connection = value;
        return this;
    }

    public TableClientBuilder tableName(String value) {
        table = value;
        return this;
    }

    public TableClient buildClient() {
        return new TableClient(connection, table);
    }
}
