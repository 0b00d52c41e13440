import { makePgArray, parsePgArray } from 'drizzle-orm/pg-core/utils/array'
import type postgres from 'postgres'

/**
 * Object ids of array types by the object id of their element type: bool, name, int8, int2, int4,
 * text, json, float8, varchar, uuid, jsonb. The driver would otherwise query them on each new
 * connection, in a promise whose rejection is unhandled if the connection is lost.
 */
const ARRAY_TYPES: Record<number, number> = {
  16: 1000,
  19: 1003,
  20: 1016,
  21: 1005,
  23: 1007,
  25: 1009,
  114: 199,
  701: 1022,
  1043: 1015,
  2950: 2951,
  3802: 3807,
}

type Convert = ((value: unknown) => unknown) | undefined

const convertEach = (values: unknown[], convert: Convert): unknown[] =>
  values.map((value) => {
    if (Array.isArray(value)) return convertEach(value, convert)
    return value === null || !convert ? value : convert(value)
  })

/** Registers parsers and serializers of the array types with a driver. */
export function registerArrayTypes({ parsers, serializers, shared }: postgres.Sql['options']) {
  for (const [element, array] of Object.entries(ARRAY_TYPES)) {
    const type = Number(element)
    shared.typeArrayMap[type] = array
    parsers[array] = (text: string) => convertEach(parsePgArray(text), parsers[type])
    serializers[array] = (values) =>
      Array.isArray(values) ? makePgArray(convertEach(values, serializers[type])) : values
  }
}
