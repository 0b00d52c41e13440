import type { GuestMapping, Shape } from '@/lib/guests/import/mapping-schema'

/**
 * Builds the column mapping that results when a user accepts all suggestions of an import (only
 * presses `Dalje`).
 */
export function acceptedMapping(shape: Shape): GuestMapping {
  const first = shape.sheets.find((sheet) => sheet.sheet === shape.chosen[0])
  return {
    sheets: shape.chosen.map((chosen) => ({
      sheet: chosen,
      headingRow: shape.sheets.find((sheet) => sheet.sheet === chosen)?.headingRow ?? 0,
    })),
    columns: (first?.columns ?? []).flatMap(({ column, field }) =>
      field === '' ? [] : { column, field },
    ),
    tag: shape.tag,
  }
}
