import { formatNumber } from '@/components/ui/grouped'
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
const ON_WALL = { refusals: 3, admissions: 5 }

const nameOf = (guest: { name: string; surname: string } | null, isWall: boolean) => {
  if (!guest) return null
  const surname = isWall && guest.surname ? `${guest.surname[0]}.` : guest.surname
  return `${guest.name} ${surname}`.trim() || 'Gost bez imena'
}

type Told = Pick<NightSnapshot['admissions'][number], 'gate' | 'device' | 'user'>

/**
 * Gate and device (or user) of a passage. The name of the gate is left out if there is only one.
 */
const whereOf = ({ gate, device, user }: Told, { gates }: NightSnapshot) =>
  [gates.length > 1 ? gate : null, device ?? user].filter(Boolean).join(', ') || 'iz uprave'

/** Number of refusals by reason, and the latest refusals. */
export function Refusals({ night, isWall }: Props) {
  const { reasons, refusals } = night
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
      <Lines
        empty="Večeras još nitko nije odbijen."
        lines={refusals.slice(0, isWall ? ON_WALL.refusals : undefined).map((one) => ({
          id: one.id,
          at: one.at,
          more: whereOf(one, night),
          what: REFUSAL_LABELS[one.verdict] ?? '',
          who: nameOf(one.guest, isWall),
        }))}
      />
    </Panel>
  )
}

const DECIDED: Record<string, string> = {
  alone: 'bez mreže',
  name: 'po imenu, bez mreže',
  override: 'unatoč upozorenju, bez mreže',
  server_name: 'po imenu',
  server_override: 'unatoč upozorenju',
}

/** The latest admissions. */
export function Admissions({ night, isWall }: Props) {
  return (
    <Panel title="Zadnji ulasci">
      <Lines
        empty="Večeras još nitko nije ušao."
        lines={night.admissions.slice(0, isWall ? ON_WALL.admissions : undefined).map((one) => ({
          id: one.id,
          at: one.at,
          what: nameOf(one.guest, isWall) ?? '',
          who: null,
          more: [whereOf(one, night), DECIDED[one.decided]].filter(Boolean).join(' · '),
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

interface Line {
  id: string
  at: string
  what: string
  who: string | null
  more: string
}

function Lines({ lines, empty }: { lines: Line[]; empty: string }) {
  if (lines.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <ol className="divide-y divide-edge">
      {lines.map(({ id, at, what, who, more }) => (
        <li key={id} className="flex gap-4 py-1.5">
          <time dateTime={at} className="shrink-0 text-lg tabular-nums">
            {formatTime(at)}
          </time>
          <span className="min-w-0 flex-1">
            <span className="block text-lg leading-snug font-semibold break-words">
              {what}
              {who && <span className="font-normal"> · {who}</span>}
            </span>
            <span className="block text-sm break-words text-muted">{more}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
