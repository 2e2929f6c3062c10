package com.azure.data.tables;

/** Writes the tables that it is asked for to the output. */
public class TableServiceClient {
    private final String connection;

    TableServiceClient(String connection) {
        this.connection = connection;
    }

    public TableClient createTableIfNotExists(String name) {
        System.out.print("made " + name + "\n");
        return null; // as where it is there already
    }

    public TableClient getTableClient(String name) {
        return new TableClient(connection, name);
    }
}
