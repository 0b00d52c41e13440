import './poster/form.css'
import type { ReactNode } from 'react'
import type { PublicFestival } from '@/lib/site/types'

interface Props {
  festival: PublicFestival
  children: ReactNode
}

/**
 * Paper ticket around a form: a stub with the name of the festival, and a part for `children`. The
 * parent element has the class `poster-ticket`.
 */
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
