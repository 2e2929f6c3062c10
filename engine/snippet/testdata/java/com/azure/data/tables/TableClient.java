package com.azure.data.tables;

import com.azure.core.http.rest.PagedIterable;
import com.azure.core.http.rest.PagedResponse;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableServiceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes the query that it is given to the output, and answers with two pages. */
public class TableClient {
    private final String connection;
    private final String table;

    TableClient(String connection, String table) {
        this.connection = connection;
        this.table = table;
    }

    public PagedIterable<TableEntity> listEntities(ListEntitiesOptions options, Duration timeout, Object context) {
        if (connection.equals("fails")) {
            throw new TableServiceException("as it should");
        }
        String query = String.join("\u0000", table, "" + options.filter, "" + options.top, "" + options.select) + "\u0000";
        System.out.writeBytes(query.getBytes(StandardCharsets.UTF_8));
        return new PagedIterable<>(List.of(page("first", "token"), page("second", null)));
    }

    public void upsertEntity(TableEntity entity) {
        System.out.print(connection + " " + table + " " + entity.getProperties() + "\n");
    }

    private static PagedResponse<TableEntity> page(String title, String token) {
        return new PagedResponse<>(List.of(new TableEntity(Map.of("Title", title))), token);
    }
}
