/** Returns the code of a Node.js error, for example EEXIST; undefined if it has none. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
