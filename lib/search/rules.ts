/** The fewest letters that anything is found by. */
export const FEWEST = 2
