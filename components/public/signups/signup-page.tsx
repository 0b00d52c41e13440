import { erasureSentence } from '@/lib/festival/rules'
import type { Phase } from '@/lib/phase/rules'
import { SIGNUPS_CLOSED } from '@/lib/signups/messages'
import type { PublicFestival } from '@/lib/site/types'
import { NightOver, UntilEnd } from '../by-phase'
import { FittedType } from '../fitted-type'
import { TicketPaper } from '../ticket-paper'
import { SignupForm } from './signup-form'

interface Props {
  festival: PublicFestival
  phase: Phase
  hasConsent: boolean
  /** Introduction, written by the organisers (site text `brucosi.lead`). */
  lead?: string
}

/** Page `/brucosi`: sign-up of first-year students, drawn as a paper ticket. */
export function SignupPage({ festival, phase, hasConsent, lead }: Props) {
  return (
    <>
      <div className="poster-column grid content-start gap-8 py-8 lg:grid-cols-[5fr_6fr] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:pb-16">
        <div>
          <h1 className="text-signal">
            <FittedType text="Brucoši" />
          </h1>
          <UntilEnd phase={phase} times={festival}>
            <p className="mt-5 max-w-md text-lg whitespace-pre-line">
              {lead ??
                'Upiši se prije nego što dođeš po kartu: na prodajnom mjestu tada treba samo tvoj JMBAG, a potvrda s QR kodom stiže na studentsku adresu.'}
            </p>
            <noscript>
              <p className="mt-5 max-w-md border-l-4 border-ember pl-4 text-lg font-semibold">
                Prijava se šalje uz uključen JavaScript. Uključi ga u pregledniku i pripremi ime,
                prezime, JMBAG od 10 znamenki i studentsku adresu.
              </p>
            </noscript>
          </UntilEnd>
        </div>
        <div className="poster-ticket lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <TicketPaper festival={festival}>
            <UntilEnd phase={phase} times={festival} instead={<NightOver />}>
              {hasConsent ? (
                <SignupForm
                  domain={festival.studentEmailDomain}
                  erasure={erasureSentence(festival)}
                />
              ) : (
                <Closed contactEmail={festival.contactEmail} />
              )}
            </UntilEnd>
          </TicketPaper>
        </div>
        <UntilEnd phase={phase} times={festival}>
          <ol className="poster-steps max-w-md">
            <li>Ispuni prijavu i pošalji je.</li>
            <li>Kupi kartu na prodajnom mjestu.</li>
            <li>Na ulazu pokaži QR kod iz maila.</li>
          </ol>
        </UntilEnd>
      </div>
      <div aria-hidden="true" className="poster-hands" />
    </>
  )
}

/** Says why the form is closed while there is no consent document (rule 2.11). */
function Closed({ contactEmail }: { contactEmail: string }) {
  return (
    <div className="grid gap-4">
      <p className="poster-sentence max-w-[13em] text-2xl md:text-4xl lg:text-5xl">
        {SIGNUPS_CLOSED}
      </p>
      {contactEmail && (
        <p>
          Za pitanja piši na{' '}
          <a href={`mailto:${contactEmail}`} className="poster-link">
            {contactEmail}
          </a>
          .
        </p>
      )}
    </div>
  )
}
