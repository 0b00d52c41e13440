import '../poster/form.css'
import '../poster/own-ticket.css'
import type { Phase } from '@/lib/phase/rules'
import type { PublicFestival } from '@/lib/site/types'
import { TICKET_LABELS, type Ticket } from '@/lib/tickets/rules'
import {
  formatDate,
  formatDateTime,
  formatTime,
  formatWeekday,
  nightStart,
} from '@/lib/time/zagreb'
import { clockOf } from '../by-phase'
import { FittedLines, FittedType, typeWidth } from '../fitted-type'
import { BrightScreen } from './bright-screen'
import { TicketTools } from './ticket-tools'
import { WalletButtons } from './wallet-buttons'

interface Props {
  ticket: Ticket
  festival: PublicFestival
  phase: Phase
  qr: { cells: number; path: string }
  /** Wallets that are configured, to which the ticket can be added. */
  wallets: { apple: boolean; google: boolean }
}

/**
 * Page of one ticket, drawn as paper: QR code, name, and everything that is asked for at the gate.
 */
export function TicketPage({ ticket, festival, phase, qr, wallets }: Props) {
  const label = TICKET_LABELS[ticket.kind]
  const name = `${ticket.name} ${ticket.surname}`.trim()
  const lines = linesOf(ticket)
  const inside = insideSince(ticket.enteredAt)
  const facts = factsOf(festival)
  const edition = `${festival.name} ${festival.year}`
  return (
    <div className="poster-column poster-karta-page">
      <article aria-labelledby="karta-ime" className="poster-karta">
        <div className="poster-karta-body">
          <p className="poster-karta-head">
            <FittedType text={edition} />
            <span className="poster-karta-edition">{festival.edition}. izdanje</span>
          </p>
          <div className="poster-karta-who">
            <p className="poster-karta-kind">
              {label} · {ticket.list}
            </p>
            <h1 id="karta-ime" className="poster-karta-name">
              <FittedLines lines={lines} className="poster-stacked" />
            </h1>
            {inside && <p className="poster-karta-inside">Unutra od {inside}</p>}
          </div>
          {facts.length > 0 && (
            <dl className="poster-karta-facts">
              {facts.map(([title, value, more]) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>
                    {value}
                    {more && <small>{more}</small>}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
        <div className="poster-karta-stub">
          <svg
            viewBox={`0 0 ${qr.cells} ${qr.cells}`}
            role="img"
            aria-label={`QR kod karte. Ako se ne vidi, vrijedi i kod ${ticket.code}.`}
            shapeRendering="crispEdges"
            className="poster-karta-qr"
          >
            <path id="karta-qr" d={qr.path} />
          </svg>
          <button type="button" popoverTarget="karta-bijelo" className="poster-karta-bright">
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
              <path d="M3 9V3h6v2.500H5.500V9Zm12-6h6v6h-2.500V5.500H15ZM3 15h2.500v3.500H9V21H3Zm15.500 0H21v6h-6v-2.500h3.500Z" />
            </svg>
            Preko cijelog zaslona
          </button>
        </div>
      </article>
      <BrightScreen id="karta-bijelo" name={name} cells={qr.cells} />
      <div className="poster-karta-more">
        <div className="poster-karta-tools">
          <TicketTools
            saved={{ code: ticket.code, name, kind: ticket.kind, edition }}
            picture={{
              label,
              list: ticket.list,
              lines,
              number: `${festival.edition}. izdanje`,
              facts,
            }}
            cells={qr.cells}
            clock={clockOf({ phase, times: festival })}
          />
          <WalletButtons code={ticket.code} wallets={wallets} />
        </div>
        <section aria-labelledby="na-ulazu">
          <h2 id="na-ulazu" className="poster-type text-4xl">
            Na ulazu
          </h2>
          <ol className="poster-steps mt-3">
            <li>Otvori kartu prije nego što dođeš na red. Jednom otvorena radi i bez mreže.</li>
            <li>Pojačaj svjetlinu i pokaži QR kod ekipi.</li>
            <li>
              <span>
                Kod se ne očitava? Reci ime i prezime ili pokaži kod{' '}
                <span className="poster-karta-letters">{ticket.code}</span>
              </span>
            </li>
          </ol>
          <p className="mt-4 border-l-4 border-ember pl-4 font-semibold">
            Tko ima ovu poveznicu ili kod, ima tvoju kartu. Skenira se samo jednom.
          </p>
        </section>
      </div>
    </div>
  )
}

/** Returns the lines of the name: a short name on one line, else name and surname on two lines. */
function linesOf({ name, surname }: Ticket): string[] {
  const whole = `${name} ${surname}`.trim()
  return typeWidth(whole) <= 6 ? [whole] : [name.trim(), surname.trim()].filter(Boolean)
}

type Fact = [title: string, value: string, more: string]

/** Opening time and place, as far as the organisers have set them. */
function factsOf({ opensAt, place, address }: PublicFestival): Fact[] {
  // The date comes first, because every date is equally wide. A long weekday would break the line.
  const when = (at: string): Fact => [
    'Vrata',
    formatDate(at),
    `${formatWeekday(at)} u ${formatTime(at)}`,
  ]
  return [
    ...(opensAt ? [when(opensAt)] : []),
    ...(place || address ? [['Mjesto', place || address, place && address] as Fact] : []),
  ]
}

/** Returns the time since when the guest is inside, as text; null while the guest is outside. */
function insideSince(enteredAt: string | null): string | null {
  if (!enteredAt) return null
  // Times before and after midnight belong to the same night and need no date.
  const isTonight = nightStart(new Date(enteredAt)).getTime() === nightStart(new Date()).getTime()
  return isTonight ? formatTime(enteredAt) : formatDateTime(enteredAt)
}
