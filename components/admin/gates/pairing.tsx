'use client'

import { CircleCheck, QrCode as QrIcon } from 'lucide-react'
import QRCode from 'qrcode'
import { useState } from 'react'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { DateTimeField } from '@/components/ui/date-time-field'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { type ApiError, api } from '@/lib/api-client/client'
import { defaultShiftEnd } from '@/lib/gate/board-rules'
import type { Pairing } from '@/lib/gate/board-schema'
import { parseZagrebDateTime } from '@/lib/time/zagreb'
import { useSeconds } from './use-board'

const NOT_A_TIME = 'Upišite vrijeme kao dd.mm.gggg. hh:mm.'

/**
 * Form state for a new pairing code, by which a phone is registered at a gate. `createCode` creates
 * the code.
 */
export function usePairing(gateId: number) {
  const [typedEnd, setTypedEnd] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [pairing, setPairing] = useState<Awaited<ReturnType<typeof createPairing>> | null>(null)
  const createPairing = (instant: Date) =>
    api('POST', '/gates/[id]/pairings', {
      params: { id: gateId },
      body: { until: instant.toISOString() },
    })
  const { run, isPending } = useApiMutation({
    call: createPairing,
    invalidates: ['gates'],
    errorMessage: null,
  })

  // Computed again each time, because the page may be open for longer than a shift.
  const readEnd = () => typedEnd ?? defaultShiftEnd(new Date())

  function createCode() {
    const instant = parseZagrebDateTime(readEnd())
    setProblem(instant ? '' : NOT_A_TIME)
    if (instant)
      run(instant, {
        onSuccess: setPairing,
        onError: ({ detail }: ApiError) => setProblem(detail),
      })
  }
  return { until: readEnd(), setUntil: setTypedEnd, problem, pairing, createCode, isPending }
}

interface Props {
  gateId: number
  /** Name of the gate; null if there is only one gate. */
  gate: string | null
  /** State of the pairing codes, as the gate board returns it. */
  pairings: Pairing[]
  /** Milliseconds to add to a time by this computer's clock to get the time of the server. */
  clockOffset: number
  look?: 'primary' | 'quiet'
}

/**
 * Button that shows a QR code, by which volunteers register their own phones at this gate. The code
 * is valid once, for ten minutes.
 */
export function PairingButton(props: Props) {
  const { gateId, gate, pairings, clockOffset, look = 'primary' } = props
  const [isOpen, setOpen] = useState(false)
  const pairing = usePairing(gateId)
  return (
    <>
      <Button
        look={look}
        aria-label={gate ? `Poveži uređaj: ${gate}` : undefined}
        onClick={() => {
          pairing.createCode()
          setOpen(true)
        }}
      >
        <QrIcon aria-hidden="true" className="size-5" />
        Poveži uređaj
      </Button>
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={gate ? `Poveži uređaj: ${gate}` : 'Poveži uređaj'}
        >
          <PairingCode pairing={pairing} pairings={pairings} clockOffset={clockOffset} />
        </Dialog>
      )}
    </>
  )
}

interface CodeProps {
  pairing: ReturnType<typeof usePairing>
  pairings: Pairing[]
  /** Milliseconds to add to a time by this computer's clock to get the time of the server. */
  clockOffset: number
}

/** Shows the pairing code, its remaining time, and the device that has used it. */
export function PairingCode({ pairing: { pairing, ...form }, pairings, clockOffset }: CodeProps) {
  const now = useSeconds() + clockOffset
  const status = pairings.find(({ id }) => id === pairing?.id)
  const leftMs = pairing ? Math.max(0, Date.parse(pairing.expiresAt) - now) : 0
  const isExpired = pairing !== null && leftMs === 0
  return (
    <div className="grid gap-4">
      <p>
        Neka volonter kamerom svog mobitela otvori ovaj kod. Ne treba ništa instalirati ni imati
        račun. Kod vrijedi za jedan uređaj.
      </p>
      {status?.usedAt ? (
        <div
          role="status"
          className="grid place-items-center gap-2 rounded-lg bg-go p-8 text-on-go"
        >
          <CircleCheck aria-hidden="true" className="size-16" />
          <p className="text-center text-xl font-bold break-words">
            Povezan je uređaj {status.device}
          </p>
        </div>
      ) : (
        pairing && (
          <div className="grid justify-items-center gap-2">
            <QrCode
              text={pairing.url}
              label="Kod za povezivanje uređaja"
              className={classes('w-full max-w-72', isExpired && 'opacity-10')}
            />
            <p
              role="timer"
              className={classes('text-lg font-semibold tabular-nums', isExpired && 'text-stop')}
            >
              {isExpired ? 'Kod je istekao' : `Vrijedi još ${formatCountdown(leftMs)}`}
            </p>
          </div>
        )
      )}
      {form.problem && <Notice tone="error">{form.problem}</Notice>}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1">
          <DateTimeField label="Smjena traje do" value={form.until} onChange={form.setUntil} />
        </div>
        <Button
          look="primary"
          pending={form.isPending}
          onClick={form.createCode}
          className="max-sm:w-full"
        >
          {status?.usedAt ? 'Poveži sljedeći' : 'Novi kod'}
        </Button>
      </div>
    </div>
  )
}

/** Formats a duration in ms as m:ss. */
const formatCountdown = (ms: number) => {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * White margin around a QR code, in modules (the squares of the code). Cameras do not find a code
 * without it.
 */
const QUIET_ZONE = 4

/** A QR code as a drawing that is sharp at any size, black on white in either theme. */
export function QrCode(props: { text: string; label: string; className?: string }) {
  const { modules } = QRCode.create(props.text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const side = size + 2 * QUIET_ZONE
  const cells = Array.from(modules.data, (isDark, at) =>
    isDark ? `M${(at % size) + QUIET_ZONE} ${Math.floor(at / size) + QUIET_ZONE}h1v1h-1z` : '',
  )
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={classes('rounded-lg bg-white', props.className)}
    >
      <path d={cells.join('')} fill="#000" />
    </svg>
  )
}
