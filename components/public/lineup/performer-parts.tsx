import type { MouseEvent } from 'react'
import { setAddress } from '@/lib/programme/address'
import type { PlayedSet } from './performer-sets'

/** Times and stages of a performer's sets. Each links to the set on the timetable. */
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
  /** Called on a click in place of following the link. */
  show?: () => void
}

/** Link to the previous or the next performer of the line-up. */
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
