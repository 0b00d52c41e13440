/** The names of an object's fields, for an object that has no others than its type says. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[]

/** A value for each name. */
export const recordOf = <Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>
