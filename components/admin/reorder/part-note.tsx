import { grouped } from '@/components/ui/grouped'

interface Props {
  rows: { visible: '0' | '1' }[]
  total: number
  /** A search leaves some out. */
  isPart: boolean
}

/** How many there are, how many of them visitors see, and why a part cannot be reordered. */
export function PartNote({ rows, total, isPart }: Props) {
  const hidden = rows.filter(({ visible }) => visible === '0').length
  return (
    <p role="status" className="mb-4 text-sm text-muted">
      {isPart ? 'Pronađeno' : 'Ukupno'}: {grouped(total)}
      {hidden > 0 && `, nije prikazano: ${grouped(hidden)}`}.
      {isPart && ' Poredak se mijenja na cijelom popisu, bez pretrage.'}
    </p>
  )
}
