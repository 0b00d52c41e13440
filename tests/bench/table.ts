/** Formats rows of cells as aligned columns; the first row is the heading. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
  return rows.map(line).join('\n')
}

export const whole = (n: number) => Math.round(n).toLocaleString('en')
export const ratio = (n: number) => n.toFixed(2)
export const ms = (n: number) => n.toFixed(1)
