import type { MouseEvent } from 'react'
import { setAddress } from '@/lib/programme/address'
import type { PlayedSet } from './performer-sets'

/** When and where somebody plays, each the way to its place on the timetable. */
export function SetList({ sets }: { sets: PlayedSet[] }) {
  if (sets.length === 0) return null
  return (
    <ul className="performer-sets">
      {sets.map(({ id, when, stage }) => (
        <li key={id}>
          <a href={setAddress(id)}>
            {when} <span>{stage}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface NeighbourProps {
  is: 'previous' | 'next'
  name: string
  href: string
  /** What is done instead of going there. */
  show?: () => void
}

/** Who stands beside somebody on the poster. */
export function Neighbour({ is, name, href, show }: NeighbourProps) {
  const instead = show && {
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      show()
    },
  }
  return (
    <a href={href} data-is={is} {...instead}>
      <span className="sr-only">{is === 'previous' ? 'Prethodni: ' : 'Sljedeći: '}</span>
      {name}
    </a>
  )
}
