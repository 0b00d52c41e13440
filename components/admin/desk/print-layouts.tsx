import { formatCents, NOT_FISCAL, PAYMENT_METHOD_LABELS } from '@/lib/cash/rules'
import type { Receipt } from '@/lib/cash/schema'
import type { ShownTicket } from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time/zagreb'

// Printed pages of the desk, black on white. They contain a name only where it is needed.

/** Printed receipt of a payment. It is not a fiscal bill (rule 3.23). */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const lines: [string, string][] = [
    ['Broj', receipt.number],
    ['Datum', formatDateTime(receipt.at)],
    ['Ulaznica', receipt.list],
    ['Iznos', formatCents(receipt.cents)],
    ['Plaćeno', PAYMENT_METHOD_LABELS[receipt.way].how],
  ]
  return (
    <article>
      <p className="text-xl font-bold">{receipt.festival}</p>
      <h1 className="mt-1 text-3xl font-black">Potvrda o plaćanju</h1>
      <dl className="mt-6 grid max-w-100 grid-cols-[8rem_1fr] gap-y-1 text-lg tabular-nums">
        {lines.map(([label, text]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="font-bold">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6 text-sm">{NOT_FISCAL}</p>
    </article>
  )
}

/** Printed ticket. */
export function TicketSheet({ ticket }: { ticket: ShownTicket }) {
  const { festival, list, name, surname, code, place, opensAt } = ticket
  const facts = [opensAt && `Vrata ${formatDateTime(opensAt)}`, place].filter(Boolean)
  return (
    <article className="text-center">
      <p className="text-xl font-bold">{festival}</p>
      <h1 className="mt-1 text-4xl font-black wrap-anywhere">{`${name} ${surname}`.trim()}</h1>
      <p className="mt-1 text-lg">Ulaznica · {list}</p>
      {facts.length > 0 && <p className="text-lg">{facts.join(', ')}</p>}
      <Qr ticket={ticket} className="mx-auto mt-4 w-[110mm] max-w-full" />
      <p className="mt-2 font-mono text-sm">{code}</p>
    </article>
  )
}

/** QR code of a ticket. Always black on pure white, so that the gate can scan it in every theme. */
export const Qr = ({
  ticket: { qr, code },
  className,
}: {
  ticket: ShownTicket
  className?: string
}) => (
  <svg
    viewBox={`0 0 ${qr.cells} ${qr.cells}`}
    role="img"
    aria-label={`QR kod karte. Ako se ne da očitati, vrijedi i kod ${code}.`}
    shapeRendering="crispEdges"
    className={className}
  >
    <rect width={qr.cells} height={qr.cells} fill="#fff" />
    <path d={qr.path} fill="#000" />
  </svg>
)
