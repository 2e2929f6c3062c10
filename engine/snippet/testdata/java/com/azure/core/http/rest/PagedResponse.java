package com.azure.core.http.rest;

import java.util.List;

/** A page, with what the programs ask of one. */
public record PagedResponse<T>(List<T> getValue, String getContinuationToken) {
}
