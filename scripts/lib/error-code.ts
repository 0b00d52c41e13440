/** The code by which Node.js tells its errors apart, as EEXIST. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
