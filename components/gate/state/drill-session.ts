import { DRILL_OFFLINE_MS, drillRoster, isDrillCode } from '@/lib/gate/drill-rules'
import type { DrillFacts } from '@/lib/gate/drill-schema'
import { isConfirmationCode } from '@/lib/guests/rules'
import type { Verdict } from '../screens/verdicts'
import type { ScanRequest } from './admission-controller'
import { GateDatabase, type Me } from './device-storage'
import { GateClient } from './session'
import type { GateFetch } from './transport'

const REAL_CODE = 'Ovo je prava karta. Tijekom vježbe se ne skenira: neka gost pričeka.'

/**
 * Gate client of a drill. It runs the code of the real gate with invented guests, its own storage,
 * and a network that is cut for a minute. Afterwards it uploads its queue to the endpoint of the
 * drill, which responds like the endpoint for real passages.
 */
export class DrillGate extends GateClient {
  private slowest = 0
  private scans = 0
  private sawCamera = false

  constructor(
    readonly drill: number,
    /** Device and server connection of the real gate. */
    me: Me,
    server: GateFetch,
    private readonly camera: () => DrillFacts['camera'],
    readonly cutUntil = Date.now() + DRILL_OFFLINE_MS,
  ) {
    super(
      async (path, init) => {
        if (path === 'me') return Response.json(forDrill(me))
        if (path.startsWith('roster')) return Response.json(await drillRoster(drill))
        if (Date.now() < cutUntil || path !== 'passages') throw new TypeError('the network is cut')
        const { sentAt, passages } = JSON.parse(String(init?.body))
        const body = JSON.stringify({ drill, sentAt, passages, facts: this.facts() })
        return server('drill', { ...init, body })
      },
      { openStorage: () => GateDatabase.open(`drill-${drill}`) },
    )
  }

  override async decideScan(request: ScanRequest): Promise<Verdict> {
    const startedAt = performance.now()
    const before = this.device.log.passages.length
    const verdict = await super.decideScan(request)
    this.sawCamera ||= this.camera() === 'on'
    if (this.device.log.passages.length === before) return verdict
    this.scans++
    this.slowest = Math.max(this.slowest, Math.round(performance.now() - startedAt))
    return verdict
  }

  protected override rejectForeignCode(code: string) {
    return isConfirmationCode(code) && !isDrillCode(code) ? REAL_CODE : null
  }

  private facts(): DrillFacts {
    // After a reload of the page, the log contains more scans than this counter.
    const scans = Math.max(this.scans, this.device.log.passages.length)
    const camera = this.sawCamera ? 'on' : this.camera()
    return { scans, slowest: this.slowest, camera, isLasting: this.device.isPersistent }
  }
}

/** Length of the shift in a drill, which ends earlier by itself. */
const DRILL_SHIFT_MS = 60 * 60_000

/**
 * Adapts the device data to a drill. Unknown tickets are refused in a drill, whatever the policy of
 * the gate, so that all phones decide alike. The shift ends by the clock of the phone, because a
 * drill does not correct a wrong clock.
 */
const forDrill = (me: Me): Me => ({
  ...me,
  device: { ...me.device, endsAt: new Date(Date.now() + DRILL_SHIFT_MS).toISOString() },
  gates: me.gates.map((gate) => ({ ...gate, unknownPolicy: 'stop' })),
  drill: null,
  fill: null,
  now: new Date().toISOString(),
})
