import { CircleCheck, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { formatDuration } from '@/lib/time/zagreb'
import { deleteStore, type Me } from '../state/device-storage'
import { DrillGate } from '../state/drill-session'
import { serverFetch } from '../state/transport'
import { GateStatusLine } from './gate-status'
import { ScanButton, ScannerDialog, useAnnounce } from './scanner'
import { device, GateContext, useGate, useNow } from './use-gate'

/**
 * Screen of a drill, with a frame and a heading, so that no scan is mistaken for a real one. The
 * real gate continues in the background with its queue, roster and event stream.
 */
export function Drill({ drill, me, onLeave }: { drill: number; me: Me; onLeave: () => void }) {
  const [gate] = useState(() => new DrillGate(drill, me, serverFetch, () => device.camera))
  useEffect(() => {
    void gate.start()
    return () => {
      gate.stop()
      void deleteStore(`drill-${drill}`)
    }
  }, [gate, drill])
  return (
    <GateContext value={gate}>
      <div data-drill className="min-h-[70dvh]">
        <Rehearsal cutUntil={gate.cutUntil} onLeave={onLeave} />
      </div>
    </GateContext>
  )
}

function Rehearsal({ cutUntil, onLeave }: { cutUntil: number; onLeave: () => void }) {
  const { gate, state } = useGate()
  const [isScanning, setIsScanning] = useState(false)
  const { isMuted, announce } = useAnnounce()
  const left = cutUntil - useNow(1_000).getTime()
  const scanned = gate.device.log.passages.length
  return (
    <div className="mx-auto grid max-w-md gap-4 pt-[6dvh] text-lg">
      <h1 className="text-2xl font-bold">Vježba</h1>
      <p>
        Nije stvarno: gosti su izmišljeni. Skenirajte kodove s ekrana voditelja, jedan za drugim.
        Prave karte tada ne vrijede.
      </p>
      <Progress left={left} queue={state.queue} scanned={scanned} />
      <ScanButton onScan={() => setIsScanning(true)}>Skeniraj kod vježbe</ScanButton>
      <p className="text-muted">
        Vježba se zatvara sama kad je voditelj završi. Napustite je ako gosti već dolaze: ovaj se
        uređaj u nju ne može vratiti.
      </p>
      <Button className="min-h-14" onClick={onLeave}>
        Napusti vježbu
      </Button>
      {isScanning && (
        <ScannerDialog
          isMuted={isMuted}
          direction="in"
          onVerdict={announce}
          onClose={() => setIsScanning(false)}
        >
          <GateStatusLine />
        </ScannerDialog>
      )}
    </div>
  )
}

function Progress(props: { left: number; queue: number; scanned: number }) {
  const { left, queue, scanned } = props
  if (left > 0)
    return (
      <p role="status" className="flex items-center gap-2 font-semibold">
        <WifiOff aria-hidden="true" className="size-5" />
        Mreže namjerno nema još {formatDuration(left)}. Skenirano: {scanned}
      </p>
    )
  return (
    <p role="status" className="flex items-center gap-2 font-semibold">
      {queue > 0 ? <Spinner /> : <CircleCheck aria-hidden="true" className="size-5 text-go" />}
      <span>{queue > 0 ? `Šaljem: ${queue}` : `Mreža je opet tu. Poslano: ${scanned}`}</span>
    </p>
  )
}
