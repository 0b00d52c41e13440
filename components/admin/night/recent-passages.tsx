import { formatNumber } from '@/components/ui/format-number'
import { describeSource } from '@/lib/admission/rules'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import { REFUSAL_LABELS } from '@/lib/night/messages'
import { formatTime } from '@/lib/time/zagreb'

interface Props {
  night: NightSnapshot
  /**
   * Whether the board is on a large screen. Surnames are then shortened to one letter, because
   * everyone in the room can read them.
   */
  isWall: boolean
}

/** Maximum number of lines on a large screen. */
const MAX_LINES_ON_WALL = { refusals: 3, admissions: 5 }

const guestName = (guest: { name: string; surname: string } | null, isWall: boolean) => {
  if (!guest) return null
  const surname = isWall && guest.surname ? `${guest.surname[0]}.` : guest.surname
  return `${guest.name} ${surname}`.trim() || 'Gost bez imena'
}

/** Number of refusals by reason, and the latest refusals. */
export function Refusals({ night, isWall }: Props) {
  const { reasons, refusals } = night
  const shown = refusals.slice(0, isWall ? MAX_LINES_ON_WALL.refusals : undefined)
  return (
    <Panel title="Odbijeni">
      {reasons.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-2">
          {reasons.map(({ verdict, count }) => (
            <li
              key={verdict}
              data-reason={verdict}
              className="rounded-md bg-panel-2 px-3 py-1 text-lg tabular-nums"
            >
              {REFUSAL_LABELS[verdict]} <strong>{formatNumber(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      <PassageList
        empty="Večeras još nitko nije odbijen."
        lines={shown.map((refusal) => ({
          id: refusal.id,
          at: refusal.at,
          details: describeSource(refusal, night.gates.length <= 1),
          title: REFUSAL_LABELS[refusal.verdict] ?? '',
          guest: guestName(refusal.guest, isWall),
        }))}
      />
    </Panel>
  )
}

const DECISION_LABELS: Record<string, string> = {
  alone: 'bez mreže',
  name: 'po imenu, bez mreže',
  override: 'unatoč upozorenju, bez mreže',
  server_name: 'po imenu',
  server_override: 'unatoč upozorenju',
}

/** The latest admissions. */
export function Admissions({ night, isWall }: Props) {
  const shown = night.admissions.slice(0, isWall ? MAX_LINES_ON_WALL.admissions : undefined)
  return (
    <Panel title="Zadnji ulasci">
      <PassageList
        empty="Večeras još nitko nije ušao."
        lines={shown.map((admission) => ({
          id: admission.id,
          at: admission.at,
          title: guestName(admission.guest, isWall) ?? '',
          guest: null,
          details: [
            describeSource(admission, night.gates.length <= 1),
            DECISION_LABELS[admission.decided],
          ]
            .filter(Boolean)
            .join(' · '),
        }))}
      />
    </Panel>
  )
}

const Panel = (props: { title: string; children: React.ReactNode }) => (
  <section
    aria-label={props.title}
    className="min-h-0 min-w-0 overflow-hidden rounded-lg border border-edge bg-panel p-4"
  >
    <h2 className="mb-2 text-xl font-bold">{props.title}</h2>
    {props.children}
  </section>
)

interface PassageLine {
  id: string
  at: string
  title: string
  guest: string | null
  details: string
}

function PassageList({ lines, empty }: { lines: PassageLine[]; empty: string }) {
  if (lines.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ol className="divide-y divide-edge">
      {lines.map(({ id, at, title, guest, details }) => (
        <li key={id} className="flex gap-4 py-1.5">
          <time dateTime={at} className="shrink-0 text-lg tabular-nums">
            {formatTime(at)}
          </time>
          <span className="min-w-0 flex-1">
            <span className="block text-lg leading-snug font-semibold break-words">
              {title}
              {guest && <span className="font-normal"> · {guest}</span>}
            </span>
            <span className="block text-sm break-words text-muted">{details}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
