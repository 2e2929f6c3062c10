package com.azure.core.http.rest;

import java.util.List;

/** The pages of an answer. */
public record PagedIterable<T>(List<PagedResponse<T>> iterableByPage) {
}
