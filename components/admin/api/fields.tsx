import type { FieldLine } from '@/lib/openapi/types'

/** Fields with their types; a star marks what must be there. */
export function Fields({ caption, fields }: { caption: string; fields: FieldLine[] }) {
  if (fields.length === 0) return <p className="text-sm text-muted">Bez polja.</p>
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Polje</th>
          <th scope="col">Vrsta</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, name, type, isRequired, depth }) => (
          <tr key={path} className="border-b border-edge last:border-0">
            <th
              scope="row"
              className="py-1.5 pr-3 text-left align-top font-mono font-semibold break-words"
              style={{ paddingLeft: `${depth * 1.25}rem` }}
            >
              {name}
              {isRequired && (
                <span className="text-stop">
                  <span aria-hidden="true"> *</span>
                  <span className="sr-only"> (obavezno)</span>
                </span>
              )}
            </th>
            <td className="py-1.5 align-top font-mono break-words text-muted">{type}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
