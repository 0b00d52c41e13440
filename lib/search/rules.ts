/** Minimum length of a search text in characters. */
export const MIN_SEARCH_LENGTH = 2
