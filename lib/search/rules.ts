/** The fewest letters that anything is found by. */
export const MIN_SEARCH_LENGTH = 2
