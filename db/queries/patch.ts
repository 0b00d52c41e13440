/** Whether a patch sets nothing, which an UPDATE cannot say. */
export const isEmptyPatch = (patch: object) =>
  Object.values(patch).every((value) => value === undefined)
