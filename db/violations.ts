interface DatabaseError {
  constraint_name?: string
  cause?: unknown
}

/** Whether a failed statement broke this constraint or unique index, and no other. */
export function violates(error: unknown, constraint: string): boolean {
  for (let at = error as DatabaseError | undefined, depth = 0; at && depth < 5; depth++) {
    if (at.constraint_name === constraint) return true
    at = at.cause as DatabaseError | undefined
  }
  return false
}
