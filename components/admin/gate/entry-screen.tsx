'use client'

import { ScanQrCode } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { GUEST_MESSAGES } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { fullName } from './guest-facts'
import { GuestList } from './guest-list'
import { GuestPanel } from './guest-panel'
import { ScannerDialog } from './scanner/scanner-dialog'
import { SearchForm } from './search-form'
import { useStored } from './stored'
import { tally, useTally } from './tally'
import { useGuestSearch } from './use-guest-search'
import { useIsWide } from './use-is-wide'
import { useSelectedGuest } from './use-selected-guest'
import { MUTED_KEY, signal, wakeSound } from './verdict/signals'
import type { Verdict } from './verdict/verdict'

/** The gate: search by name, the guest at the door, and the scanner (spec section 2, Entry). */
export function EntryScreen() {
  const search = useGuestSearch()
  const { guest, isGone, select, update } = useSelectedGuest()
  const [isScanning, setIsScanning] = useState(false)
  const isMuted = useStored(MUTED_KEY) === '1'
  const isWide = useIsWide()
  const admitted = useTally()

  const announce = useCallback((verdict: Verdict) => signal(verdict.kind, isMuted), [isMuted])

  const onScanned = useCallback(
    (verdict: Verdict) => {
      signal(verdict.kind, isMuted)
      if (!verdict.guest) return
      if (verdict.kind === 'admitted') tally(verdict.guest.id, true)
      select(verdict.guest)
      update(verdict.guest)
    },
    [isMuted, select, update],
  )

  // A code typed in by hand has one answer: its guest, for admission by the toggle.
  const onlyGuest = search.isCode && !search.isStale ? search.guests?.[0] : undefined
  const onlyId = onlyGuest?.id
  const chosen = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (onlyGuest && chosen.current !== onlyId) select(onlyGuest)
    chosen.current = onlyId
  }, [onlyGuest, onlyId, select])

  const scan = () => {
    wakeSound()
    setIsScanning(true)
  }
  const choose = (found: Guest) => {
    wakeSound()
    select(found)
  }
  const panel = (withName: boolean) => (
    <GuestPanel
      key={guest?.id}
      guest={guest}
      isGone={isGone}
      withName={withName}
      onChange={update}
      onVerdict={announce}
    />
  )

  return (
    <div className="grid items-start gap-6 pb-24 md:pb-0 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-5">
        <div className="flex items-center justify-between gap-4">
          <h1 className="text-2xl font-bold">Ulaz</h1>
          <p className="text-muted">
            Noćas s ovog uređaja: <strong className="text-text tabular-nums">{admitted}</strong>
          </p>
        </div>
        <div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-t border-edge bg-ground p-3 md:static md:border-0 md:p-0">
          <Button look="primary" className="min-h-16 w-full text-xl" onClick={scan}>
            <ScanQrCode aria-hidden="true" className="size-7" /> Skeniraj kartu
          </Button>
        </div>
        <SearchForm
          text={search.text}
          onText={search.setText}
          tag={search.tag}
          onTag={search.setTag}
          onSeek={search.seek}
        />
        <Results search={search} selectedId={guest?.id ?? null} onSelect={choose} />
      </div>

      {isWide ? (
        <aside
          aria-label="Podaci o gostu"
          className="sticky top-20 rounded-lg border border-edge bg-panel p-5"
        >
          {panel(true)}
        </aside>
      ) : (
        guest &&
        !isScanning && (
          <Dialog open onClose={() => select(null)} title={fullName(guest)}>
            {panel(false)}
          </Dialog>
        )
      )}
      {isScanning && (
        <ScannerDialog
          isMuted={isMuted}
          admitted={admitted}
          onVerdict={onScanned}
          onClose={() => setIsScanning(false)}
        />
      )}
    </div>
  )
}

interface ResultsProps {
  search: ReturnType<typeof useGuestSearch>
  selectedId: number | null
  onSelect: (guest: Guest) => void
}

function Results({ search, selectedId, onSelect }: ResultsProps) {
  const { guests, hasFailed, isSearching, isStale, isCode } = search
  if (hasFailed && !isSearching)
    return (
      <Notice tone="error">
        <p>Greška prilikom pretraživanja.</p>
        <Button className="mt-3 min-h-14" onClick={search.seek}>
          Pokušaj ponovno
        </Button>
      </Notice>
    )
  if (!guests)
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        {isSearching && <Spinner />}
        {isSearching ? 'Tražim…' : GUEST_MESSAGES.searchTooShort}
      </p>
    )
  if (guests.length === 0 && !isStale)
    return <Notice>{isCode ? GUEST_MESSAGES.unknownCode : 'Nema takvog gosta na popisu.'}</Notice>
  return <GuestList guests={guests} selectedId={selectedId} isStale={isStale} onSelect={onSelect} />
}
