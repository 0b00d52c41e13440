import { ChevronRight } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import { ENTRY_SHOWN_AT_MOST, tagLabel } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { fullName, PresenceFact, TicketFact, WarningMarks } from './guest-facts'

interface Props {
  guests: Guest[]
  selectedId: number | null
  /** An answer to an older question, shown until the newer one is there. */
  isStale: boolean
  onSelect: (guest: Guest) => void
}

/** Who was found; says how many are shown, and that typing on narrows them down. */
export function GuestList({ guests, selectedId, isStale, onSelect }: Props) {
  return (
    <div aria-busy={isStale} className={classes('transition-opacity', isStale && 'opacity-60')}>
      <p role="status" className="mb-2 text-muted">
        {summary(guests.length)}
      </p>
      <ul className="overflow-hidden rounded-lg border border-edge bg-panel">
        {guests.map((guest) => (
          <li key={guest.id} className="border-edge not-last:border-b">
            <button
              type="button"
              aria-current={guest.id === selectedId || undefined}
              onClick={() => onSelect(guest)}
              className="flex min-h-16 w-full items-center gap-3 px-4 py-3 text-left -outline-offset-4! hover:bg-panel-2 aria-[current]:bg-panel-2 aria-[current]:shadow-[inset_5px_0_0_var(--accent)]"
            >
              <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-4">
                <span className="block min-w-0 sm:flex-1">
                  <span className="block text-lg leading-snug font-bold break-words">
                    {fullName(guest)}
                    <WarningMarks guest={guest} />
                  </span>
                  <span className="block text-muted">{tagLabel(guest.tag)}</span>
                </span>
                <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted sm:mt-0 sm:w-80 sm:justify-between">
                  <TicketFact guest={guest} />
                  <PresenceFact guest={guest} />
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function summary(shown: number): string {
  if (shown >= ENTRY_SHOWN_AT_MOST)
    return `Prikazano prvih ${shown}. Nastavite upisivati za uži izbor.`
  if (shown === 1) return 'Prikazan 1 gost.'
  return `Prikazano gostiju: ${shown}. Nastavite upisivati za uži izbor.`
}
