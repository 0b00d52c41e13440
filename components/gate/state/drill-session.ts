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
 * The very engine of the gate, on the invented guests of a drill and with its network cut: own
 * store, own queue, so that what is rehearsed is what will run. Afterwards its queue goes to the
 * drill, whose answer is that of the real one.
 */
export class DrillGate extends GateClient {
  private slowest = 0
  private scans = 0
  private sawCamera = false

  constructor(
    readonly drill: number,
    /** The real gate's: who this phone is, and the way to the server. */
    me: Me,
    server: GateFetch,
    private readonly camera: () => DrillFacts['camera'],
    readonly cutUntil = Date.now() + DRILL_OFFLINE_MS,
  ) {
    super(
      async (path, init) => {
        if (path === 'me') return Response.json(asIn(me))
        if (path.startsWith('roster')) return Response.json(await drillRoster(drill))
        if (Date.now() < cutUntil || path !== 'passages') throw new TypeError('the network is cut')
        const { sentAt, passages } = JSON.parse(String(init?.body))
        const body = JSON.stringify({ drill, sentAt, passages, facts: this.facts() })
        return server('drill', { ...init, body })
      },
      { openStorage: () => GateDatabase.open(`drill-${drill}`) },
    )
  }

  override async decideScan(asked: ScanRequest): Promise<Verdict> {
    const begun = performance.now()
    const before = this.device.log.passages.length
    const verdict = await super.decideScan(asked)
    this.sawCamera ||= this.camera() === 'on'
    if (this.device.log.passages.length === before) return verdict
    this.scans++
    this.slowest = Math.max(this.slowest, Math.round(performance.now() - begun))
    return verdict
  }

  protected override rejectForeignCode(code: string) {
    return isConfirmationCode(code) && !isDrillCode(code) ? REAL_CODE : null
  }

  private facts(): DrillFacts {
    // After a reload the log knows more scans than were counted here.
    const scans = Math.max(this.scans, this.device.log.passages.length)
    const camera = this.sawCamera ? 'on' : this.camera()
    return { scans, slowest: this.slowest, camera, isLasting: this.device.isLasting }
  }
}

/** Unknown tickets stop in a drill whatever the gate's policy is, so that all phones agree. */
const asIn = (me: Me): Me => ({
  ...me,
  gates: me.gates.map((gate) => ({ ...gate, unknownPolicy: 'stop' })),
  drill: null,
  fill: null,
  now: new Date().toISOString(),
})
