import './poster/form.css'
import type { ReactNode } from 'react'
import type { PublicFestival } from '@/lib/site/types'

interface Props {
  festival: PublicFestival
  children: ReactNode
}

/** The two parts of a `poster-ticket`: a stub with the festival's name, and paper to fill in. */
export const TicketPaper = ({ festival, children }: Props) => (
  <>
    <p aria-hidden="true" className="poster-ticket-stub">
      <span>
        {festival.name} {festival.year}
      </span>
    </p>
    <div className="poster-ticket-form">{children}</div>
  </>
)
