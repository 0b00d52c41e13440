interface DatabaseError {
  constraint_name?: string
  code?: string
  cause?: unknown
}

/** Whether a failed statement broke this constraint or unique index, and no other. */
export const violates = (error: unknown, constraint: string): boolean =>
  isSaid(error, ({ constraint_name }) => constraint_name === constraint)

/** What PostgreSQL says of a lock that was not to be had in time, or only in a circle. */
const REFUSED = ['55P03', '40P01']

/** Whether a statement failed because others did not let go of something. */
export const isLockRefused = (error: unknown): boolean =>
  isSaid(error, ({ code }) => code !== undefined && REFUSED.includes(code))

function isSaid(error: unknown, says: (error: DatabaseError) => boolean): boolean {
  for (let at = error as DatabaseError | undefined, depth = 0; at && depth < 5; depth++) {
    if (says(at)) return true
    at = at.cause as DatabaseError | undefined
  }
  return false
}
