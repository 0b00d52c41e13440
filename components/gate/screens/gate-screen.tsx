import { useCallback, useEffect, useRef, useState } from 'react'
import type { GateGuest } from '@/components/gate/state/guest'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Direction } from '@/lib/admission/rules'
import { isAlmostCode, readConfirmationCode } from '@/lib/guests/rules'
import {
  AdminLinks,
  DeviceSheet,
  Directions,
  DuplicateAdmissions,
  GateStatusLine,
  GateWarnings,
} from './gate-status'
import { fullName } from './guest'
import { GuestPanel } from './guest-panel'
import { useHandScanner } from './hand-scanner'
import { Modal } from './modal'
import { OccupancyNotice } from './occupancy-notice'
import { ScanButton, ScannerDialog, useAnnounce } from './scanner'
import { Results, SearchForm } from './search'
import { unlockSound } from './sound'
import { saveLocal, useGate, useIsWide, useLocalValue } from './use-gate'
import { useGuestSearch } from './use-guest-search'
import { VerdictDialog } from './verdict-screen'
import type { Verdict } from './verdicts'

/**
 * Whether a text may come from a hand scanner: a confirmation code, a damaged code, or the digits
 * of a student card.
 */
const isScanned = (text: string) =>
  readConfirmationCode(text) !== null || isAlmostCode(text) || /^\d+$/.test(text)

const DIRECTION_KEY = 'gate-direction'

/** Main screen of the gate: search by name, panel of the selected guest, and scanner (rule 6.1). */
export function GateScreen({ activateUpdate }: { activateUpdate: (() => void) | null }) {
  const { gate, state } = useGate()
  const search = useGuestSearch()
  const [selected, setSelected] = useState<GateGuest | null>(null)
  const [isScanning, setIsScanning] = useState(false)
  /** Verdict on a ticket that the search did not find. */
  const [shown, setShown] = useState<Verdict | null>(null)
  const { isMuted, announce } = useAnnounce()
  const direction: Direction = useLocalValue(DIRECTION_KEY) === 'out' ? 'out' : 'in'
  const isWide = useIsWide()
  const guest = selected && (gate.device.guest(selected.id) ?? selected)
  const isGone = selected !== null && state.guests !== null && !gate.device.guest(selected.id)

  const onScanned = useCallback(
    (verdict: Verdict) => {
      announce(verdict)
      // Only on a wide screen: on a phone, the panel of the guest would cover the search after the
      // scanner is closed.
      if (verdict.guest && isWide) setSelected(verdict.guest)
    },
    [announce, isWide],
  )

  // Selects the guest of a whole code in the search, so that the toggle can admit the guest.
  // Reading the same code again selects the guest again.
  const { hasNoResult, read, reads } = search
  const onlyGuest = search.isCode && !search.isStale ? search.guests?.[0] : undefined
  const selection = onlyGuest && `${onlyGuest.id} ${reads}`
  const chosen = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (onlyGuest && chosen.current !== selection) setSelected(onlyGuest)
    chosen.current = selection
  }, [onlyGuest, selection])

  // A search without a result clears the selection, so that the previous guest is not mistaken for
  // the result.
  useEffect(() => {
    if (hasNoResult) setSelected(null)
  }, [hasNoResult])

  const onRead = useCallback(
    (text: string) => {
      if (!isScanned(text)) return false
      setSelected(null)
      read(text)
      return true
    },
    [read],
  )
  useHandScanner(onRead, !isScanning)

  const directions = (
    <Directions direction={direction} onChange={(next) => saveLocal(DIRECTION_KEY, next)} />
  )
  const panel = (withName: boolean) => (
    <GuestPanel
      key={guest?.id}
      guest={guest}
      isGone={isGone}
      withName={withName}
      onVerdict={announce}
    />
  )

  return (
    <div className="grid items-start gap-6 pb-24 md:pb-0 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid gap-4">
        <header className="grid gap-2">
          <div className="flex items-center justify-between gap-4">
            <h1 className="min-w-0 text-2xl font-bold break-words">
              {state.me && state.me.gates.length > 1 ? state.me.device.gate : 'Ulaz'}
            </h1>
            <div className="flex items-center gap-1">
              <AdminLinks />
              <DeviceSheet key={reads} />
            </div>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-muted">
            <p>
              Noćas s ovog uređaja:{' '}
              <strong className="text-text tabular-nums">{state.admitted}</strong>
            </p>
            <GateStatusLine />
          </div>
        </header>
        <OccupancyNotice />
        <GateWarnings />
        <DuplicateAdmissions />
        {activateUpdate && state.queue === 0 && (
          <Notice>
            <p>Spremna je nova inačica.</p>
            <Button className="mt-2" onClick={activateUpdate}>
              Osvježi
            </Button>
          </Notice>
        )}
        {directions}
        <div className="fixed inset-x-0 bottom-0 z-20 border-t border-edge bg-ground p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:static md:border-0 md:p-0 low:static low:border-0 low:p-0">
          <ScanButton className="w-full" onScan={() => setIsScanning(true)}>
            {direction === 'in' ? 'Skeniraj kartu' : 'Skeniraj kartu za izlaz'}
          </ScanButton>
        </div>
        <SearchForm search={search} />
        <Results
          search={search}
          direction={direction}
          selectedId={guest?.id ?? null}
          onSelect={(found) => {
            unlockSound()
            setSelected(found)
          }}
          onVerdict={(verdict) => {
            announce(verdict)
            setShown(verdict)
          }}
        />
      </div>

      {isWide ? (
        <aside
          aria-label="Podaci o gostu"
          className="sticky top-6 rounded-lg border border-edge bg-panel p-5"
        >
          {panel(true)}
        </aside>
      ) : (
        guest &&
        !isScanning && (
          <Modal title={fullName(guest)} onClose={() => setSelected(null)}>
            {panel(false)}
          </Modal>
        )
      )}
      {shown && <VerdictDialog verdict={shown} onClose={() => setShown(null)} />}
      {isScanning && (
        <ScannerDialog
          isMuted={isMuted}
          direction={direction}
          onVerdict={onScanned}
          onClose={() => setIsScanning(false)}
          onOpen={(last) => {
            setIsScanning(false)
            setSelected(last)
          }}
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {directions}
            <GateStatusLine />
          </div>
          <OccupancyNotice isShort />
          <GateWarnings isShort />
        </ScannerDialog>
      )}
    </div>
  )
}
