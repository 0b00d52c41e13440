'use client'

import { formatRange } from '@/lib/programme/rules'
import { useProgramme } from './use-programme'

/** Part of the deletion dialog of a performer: lists the sets that are deleted too. */
export function AffectedSets({ performer }: { performer: number }) {
  const { data, error } = useProgramme()
  const sets = (data?.rows ?? []).filter(({ performerId }) => performerId === performer)
  if (error) return <p>Brišu se i nastupi tog izvođača u programu.</p>
  if (sets.length === 0) return null
  return (
    <>
      <p>Iz programa se briše i:</p>
      <ul className="mt-1 list-disc pl-5">
        {sets.map((set) => (
          <li key={set.id}>
            {set.name}, {formatRange(set)}, {set.stage}
          </li>
        ))}
      </ul>
    </>
  )
}
