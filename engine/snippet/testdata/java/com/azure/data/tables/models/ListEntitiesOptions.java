package com.azure.data.tables.models;

import java.util.List;

/** A query, as the programs set it. */
public class ListEntitiesOptions {
    public String filter;
    public Integer top;
    public List<String> select;

    public ListEntitiesOptions setFilter(String value) {
        filter = value;
        return this;
    }

    public ListEntitiesOptions setTop(Integer value) {
        top = value;
        return this;
    }

    public ListEntitiesOptions setSelect(List<String> value) {
        select = value;
        return this;
    }
}
