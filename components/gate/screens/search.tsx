import { ChevronRight, Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { GateGuest } from '@/components/gate/state/guest'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import type { Direction } from '@/lib/admission/rules'
import { ENTRY_SHOWN_AT_MOST, GUEST_MESSAGES } from '@/lib/guests/rules'
import { fullName, PresenceFact, TicketFact, WarningMarks } from './guest'
import { useTypedAnywhere } from './hand-scanner'
import { unlockSound } from './sound'
import { useGate } from './use-gate'
import type { useGuestSearch } from './use-guest-search'
import { VERDICTS, type Verdict } from './verdicts'

const BOX = 'block h-14 w-full rounded-md border border-edge bg-panel text-lg text-text'

type Props = { search: ReturnType<typeof useGuestSearch> }

/** Search form by name and tag. The text box also accepts a whole confirmation code or JMBAG. */
export function SearchForm({ search }: Props) {
  const { gate } = useGate()
  const { text, setText, list, setList, searchNow } = search
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useTypedBeforeHydration(input, text, setText)
  useTypedAnywhere(input)
  const lists = [...(gate.device.roster?.lists.values() ?? [])]
  const options = (ofSponsors: boolean) =>
    lists
      .filter(({ isSponsor }) => isSponsor === ofSponsors)
      .map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))

  // Focuses the text box if the device has a mouse. On a phone, the on-screen keyboard would cover
  // the page.
  useEffect(() => {
    const isTyping = document.activeElement?.matches('main input')
    if (!isTyping && matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [])

  return (
    <search>
      <form
        className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]"
        onSubmit={(event) => {
          event.preventDefault()
          searchNow()
        }}
      >
        <div className="relative">
          <label htmlFor={`${id}-text`} className="mb-1 block text-sm font-semibold">
            Ime, prezime ili kod
          </label>
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute bottom-4 left-4 size-6 text-muted max-sm:hidden"
          />
          <input
            ref={input}
            id={`${id}-text`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className={classes(BOX, 'pl-4 sm:pl-12', text ? 'pr-14' : 'pr-4')}
            autoComplete="off"
            autoCapitalize="words"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          {text && (
            <button
              type="button"
              aria-label="Obriši pretragu"
              onClick={() => {
                setText('')
                input.current?.focus()
              }}
              className="absolute right-0 bottom-0 grid size-14 place-items-center rounded-md text-muted hover:text-text"
            >
              <X aria-hidden="true" />
            </button>
          )}
        </div>
        <div>
          <label htmlFor={`${id}-list`} className="mb-1 block text-sm font-semibold">
            Tag
          </label>
          <select
            id={`${id}-list`}
            value={list ?? ''}
            onChange={({ target }) => setList(target.value ? Number(target.value) : null)}
            className={`${BOX} px-3`}
          >
            <option value="">...</option>
            {options(false)}
            {lists.some(({ isSponsor }) => isSponsor) && (
              <optgroup label="Sponzori">{options(true)}</optgroup>
            )}
          </select>
        </div>
      </form>
    </search>
  )
}

interface ResultsProps extends Props {
  direction: Direction
  selectedId: number | null
  onSelect: (guest: GateGuest) => void
  /** Called with the verdict on an unknown ticket. */
  onVerdict: (verdict: Verdict) => void
}

/** List of the found guests, with their number and a hint to type more letters. */
export function Results({ search, direction, selectedId, onSelect, onVerdict }: ResultsProps) {
  const { guests, hasFailed, isStale, code, isAlmost, isOffline, isOn, needsSignIn } = search
  if (needsSignIn)
    return <Notice>Po JMBAG-u traže samo prijavljeni. Potražite gosta po imenu.</Notice>
  if (hasFailed)
    return (
      <Notice tone="error">
        <p>Greška prilikom pretraživanja. JMBAG se traži na poslužitelju; ime radi i bez mreže.</p>
        <Button className="mt-3 min-h-14" onClick={search.searchNow}>
          Pokušaj ponovno
        </Button>
      </Notice>
    )
  if (!guests)
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        {isOn && <Spinner />}
        <span>{isOn ? 'Tražim…' : GUEST_MESSAGES.searchTooShort}</span>
      </p>
    )
  if (code !== null && isOffline)
    return <UnknownTicket key={code} code={code} direction={direction} onVerdict={onVerdict} />
  if (guests.length === 0 && !isStale)
    return isAlmost ? (
      <Notice tone="error">{GUEST_MESSAGES.almostCode}</Notice>
    ) : (
      <Notice>{code === null ? 'Nema takvog gosta na popisu.' : GUEST_MESSAGES.unknownCode}</Notice>
    )
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
                  <span className="block text-muted">{guest.tag}</span>
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

interface UnknownTicketProps {
  code: string
  direction: Direction
  onVerdict: (verdict: Verdict) => void
}

/**
 * Notice about a ticket that is missing from the roster, while there is no network (rule 6.18). The
 * button admits the guest, if the policy of the gate allows it.
 */
function UnknownTicket({ code, direction, onVerdict }: UnknownTicketProps) {
  const { gate } = useGate()
  const [isPending, setIsPending] = useState(false)
  const mayAdmit = direction === 'in' && gate.device.unknownPolicy === 'admit'
  const { word, sentence } = VERDICTS.unknown_alone

  const admit = async () => {
    unlockSound()
    setIsPending(true)
    const verdict = await gate.decideScan({ who: { code }, direction })
    setIsPending(false)
    onVerdict(verdict)
  }

  return (
    <Notice tone="error">
      <p className="font-bold">{word}</p>
      <p>{sentence}</p>
      {mayAdmit && (
        <Button className="mt-3 min-h-14" pending={isPending} onClick={() => void admit()}>
          Pusti i zabilježi
        </Button>
      )}
    </Notice>
  )
}

function summary(shown: number): string {
  if (shown >= ENTRY_SHOWN_AT_MOST)
    return `Prikazano prvih ${shown}. Nastavite upisivati za uži izbor.`
  if (shown === 1) return 'Prikazan 1 gost.'
  return `Prikazano gostiju: ${shown}. Nastavite upisivati za uži izbor.`
}
