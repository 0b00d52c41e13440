import '../poster/own-ticket.css'
import type { PublicFestival } from '@/lib/site/types'
import { FittedType } from '../fitted-type'
import { TicketPaper } from '../ticket-paper'
import { LostTicketForm } from './lost-ticket-form'
import { SavedTicketList } from './saved-ticket-list'

/** Page `/karta`: the tickets stored on this phone, and the form for a lost ticket. */
export function LostTicketPage({ festival }: { festival: PublicFestival }) {
  const { contactEmail } = festival
  return (
    <div className="poster-column grid content-start gap-8 py-8 lg:grid-cols-[5fr_6fr] lg:gap-x-16 lg:pb-16">
      <div>
        <h1 className="text-signal">
          <FittedType text="Moja ulaznica" />
        </h1>
        <SavedTicketList />
      </div>
      <section aria-labelledby="izgubljena" className="poster-ticket">
        <TicketPaper festival={festival}>
          <h2 id="izgubljena" className="poster-sentence text-4xl">
            Ne nalaziš kartu?
          </h2>
          <p className="mt-2 mb-5 text-lg">
            Upiši JMBAG ili e-mail adresu, a mi ti pošaljemo novi mail s kartom: na adresu koju već
            imamo, i ni na koju drugu.
          </p>
          <LostTicketForm />
          {contactEmail && (
            <p className="mt-5 text-sm">
              Nemaš više tu adresu? Piši na{' '}
              <a href={`mailto:${contactEmail}`} className="poster-link">
                {contactEmail}
              </a>
              .
            </p>
          )}
        </TicketPaper>
      </section>
    </div>
  )
}
