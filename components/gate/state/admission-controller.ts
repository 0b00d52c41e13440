import type { z } from 'zod'
import { occupancyLevel, occupancySentence } from '@/lib/admission/capacity'
import {
  type Direction,
  decide,
  needsAdminOverride,
  newPassageId,
  type Override,
} from '@/lib/admission/rules'
import type { scanResponse } from '@/lib/gate/schema'
import { hashOf } from '@/lib/gate/ticket-hash'
import { GUEST_MESSAGES, isAlmostCode, readConfirmationCode } from '@/lib/guests/rules'
import { type Verdict, verdictOf } from '../screens/verdicts'
import type { DeviceState } from './device-state'
import type { OwnPassage } from './device-storage'
import { CLOCK_ERROR_MS, isRecent } from './passage-log'
import { viewOf } from './roster'
import type { SyncClient } from './sync'
import { GateApiError, ONLINE_VERDICT_TIMEOUT_MS, REQUIRED_RESPONSE_TIMEOUT_MS } from './transport'

export interface ScanRequest {
  /** Text of a scanned code, or id of a guest found by name. */
  who: { code: string } | { guestId: number }
  direction: Direction
  /** Refusals that the screen has shown, and that the user overrides. */
  overrides?: readonly Override[]
}

/** Passage whose guest and verdict are not known yet. */
type NewPassage = Pick<OwnPassage, 'id' | 'direction' | 'at' | 'takesBack' | 'sent'>

/**
 * Scan request that was sent to the server. `streamVersion` is `DeviceState.streamVersion` at the time of
 * sending.
 */
interface SentScan {
  id: string
  code: string | null
  direction: Direction
  streamVersion: number
}

/**
 * Scan that the phone could not decide: the server's response did not arrive, and the phone had no
 * roster, or its shift was over. The server may have recorded the passage with this id. `askedAt`
 * is the server's time of the first request in ms, as the phone estimates it.
 */
interface Unanswered {
  id: string
  askedAt: number
}

/** Time in ms in which another try of an unanswered scan counts as the same scan. */
const SAME_SCAN_MS = 10 * 60_000

const REPEAT = {
  isRepeat: true,
  sentence: 'Na ovom uređaju. Ako je ovo druga osoba, karta je kopirana.',
}
const BY_POLICY = 'Nepoznata karta, nema mreže: propušteno po pravilu ovog ulaza i zabilježeno.'
const GONE = 'Gost više nije na popisu.'
const SHIFT_OVER = 'Smjena je završila. Za novu smjenu zatražite novi QR kod ili se prijavite.'

/** Decides on each scan whether the guest may pass, and records the passage. */
export class AdmissionController {
  /** Unanswered scans, by code or guest, and direction. */
  private unanswered = new Map<string, Unanswered>()

  constructor(
    private readonly device: DeviceState,
    private readonly sync: SyncClient,
    private readonly isOpen: () => boolean,
    /**
     * Returns a Croatian error message for a confirmation code of the wrong kind: a drill code at a
     * real gate, or a real ticket in a drill. Null for other codes.
     */
    private readonly rejectForeignCode: (code: string) => string | null,
  ) {}

  /**
   * Returns the server's verdict if it arrives within 700 ms (6 s for a ticket missing from the
   * roster), otherwise the phone's own (rule 6.14). The phone writes its passage to the disk before
   * it returns its own verdict (rule 6.15). If the server refuses the overrides, the phone decides
   * nothing. Another try of an unanswered scan has the same passage id, because the server returns
   * the first verdict for a repeated id. Never throws.
   */
  async decideScan({ who, direction, overrides = [] }: ScanRequest): Promise<Verdict> {
    const code = 'code' in who ? readConfirmationCode(who.code) : null
    if ('code' in who && code === null)
      return verdictOf(
        'not_code',
        null,
        isAlmostCode(who.code) ? { sentence: GUEST_MESSAGES.almostCode } : {},
      )
    const refusal = code && this.rejectForeignCode(code)
    if (refusal) return verdictOf('not_code', null, { sentence: refusal })
    await this.device.restored
    const startedAt = performance.now()
    const find = () =>
      'guestId' in who ? this.device.guest(who.guestId) : this.device.guestByCode(code ?? '')
    const guest = await find()
    const scan = `${'guestId' in who ? who.guestId : code} ${direction}`
    const earlier = this.removeUnanswered(scan)
    const { id: scanId, askedAt } = earlier ?? {
      id: newPassageId(this.device.now),
      askedAt: this.device.now,
    }
    const { streamVersion } = this.device
    // Only the server can know a ticket that is missing from the roster, or its verdict on an
    // unanswered scan, so the phone also asks over a slow network.
    const needsServer = !guest || earlier !== null
    const isOverride = overrides.length > 0
    const isAsked = needsServer ? this.sync.network !== 'none' : this.sync.network === 'well'
    if (isAsked) {
      const target = code === null ? who : { code }
      const request = this.sync.ask<z.output<typeof scanResponse>>('POST', 'scan', {
        id: scanId,
        ...target,
        direction,
        ...(isOverride ? { override: overrides } : {}),
      })
      const response = await responseInTime(
        isOverride ? request.catch(forbiddenError) : request,
        needsServer
          ? REQUIRED_RESPONSE_TIMEOUT_MS
          : ONLINE_VERDICT_TIMEOUT_MS - (performance.now() - startedAt),
      )
      if (response instanceof GateApiError) {
        // The user is no admin any more, so the phone must not apply the overrides (rule 6.9).
        void this.sync.readDevice().catch(() => {})
        const refused = overrides.findLast(needsAdminOverride) ?? 'error'
        return verdictOf(refused, guest, { sentence: response.message })
      }
      if (response)
        return this.applyServerVerdict({ id: scanId, code, direction, streamVersion }, response)
      this.sync.reportLateVerdict()
    }
    if (!this.isOpen()) return verdictOf('error')
    const mayBeRecorded = isAsked || earlier !== null
    // The server refuses passages from after the shift, so the phone does not decide alone. Only the
    // server can know that the shift was extended.
    const { roster, hasShift } = this.device
    if (!roster || !hasShift) {
      if (mayBeRecorded) this.unanswered.set(scan, { id: scanId, askedAt })
      return hasShift ? verdictOf('offline') : verdictOf('error', guest, { sentence: SHIFT_OVER })
    }
    const passage: NewPassage = {
      id: newPassageId(this.device.now),
      direction,
      at: this.device.time,
      sent: 'no',
      // The server may have recorded a passage for the request that timed out. The new passage
      // voids it.
      takesBack: mayBeRecorded ? scanId : null,
    }
    // Uses the guest as read before the request. A later state may already contain the passage that
    // the server recorded for this request.
    const person = guest ?? (await find())
    if (!person) return this.decideUnknown(code, passage)
    const { id, since, bought, banReason } = person
    const facts = { bought, banned: banReason !== null }
    const { fill } = this.device
    const isFull = fill !== null && occupancyLevel(fill) === 'full'
    // The roster may contain the admission that the server recorded for the unanswered scan. The new
    // passage voids it, so the guest is not inside yet.
    const isOwn = earlier !== null && since !== null && since >= askedAt - CLOCK_ERROR_MS
    const before = isOwn ? null : since
    const verdict = decide(facts, before, direction, overrides, isFull) as OwnPassage['verdict']
    const isJust = verdict === 'inside' && this.device.isJustAdmitted(id, since)
    const decided = isOverride ? 'override' : code === null ? 'name' : 'alone'
    // The guest may get another ticket before the upload. The hash tells the server which ticket
    // was scanned.
    const ticket = code === null ? null : toBase64(await hashOf(code))
    if (verdict === 'admitted')
      passage.takesBack ??= this.device.log.mistakenExitOf(id, this.device.now)
    await this.record({ ...passage, guestId: id, ticket, verdict, decided })
    const more = { isOffline: true, ...this.sentenceOf(verdict, isJust) }
    return verdictOf(verdict, this.device.guest(id) ?? person, more)
  }

  /** Returns an unanswered scan for another try, and removes it; null if there is none. */
  private removeUnanswered(scan: string): Unanswered | null {
    const earlier = this.unanswered.get(scan)
    this.unanswered.delete(scan)
    return earlier && this.device.now - earlier.askedAt < SAME_SCAN_MS ? earlier : null
  }

  /**
   * Decides on a ticket that is missing from the roster, by the unknown-ticket policy of the gate
   * (rule 6.18).
   */
  private async decideUnknown(code: string | null, passage: NewPassage): Promise<Verdict> {
    if (code === null) return verdictOf('error', null, { sentence: GONE })
    const isIn = passage.direction === 'in' && this.device.unknownPolicy === 'admit'
    const before = isIn && this.device.log.admissionOf(code)
    const verdict = before ? 'inside' : isIn ? 'admitted' : 'unknown'
    await this.record({ ...passage, code, verdict, decided: 'alone' })
    const repeat = before && isRecent(before, this.device.now) ? REPEAT : {}
    if (before) return verdictOf('inside', null, { isOffline: true, ...repeat })
    if (isIn) return verdictOf('admitted', null, { isOffline: true, sentence: BY_POLICY })
    return verdictOf('unknown_alone', null, { isOffline: true })
  }

  private async record(passage: OwnPassage) {
    await this.device.record(passage)
    this.sync.endWaits()
  }

  /** Stores a verdict of the server, and converts it for the screen. */
  private applyServerVerdict(
    { id, code, direction, streamVersion }: SentScan,
    { verdict, guest, at, fill }: z.output<typeof scanResponse>,
  ): Verdict {
    const since = guest?.since ? Date.parse(guest.since) : null
    const isJust =
      guest !== null && verdict === 'inside' && this.device.isJustAdmitted(guest.id, since)
    void this.device.record({
      id,
      direction,
      verdict,
      at,
      sent: 'yes',
      decided: 'server',
      guestId: guest?.id ?? null,
      code: guest ? null : code,
    })
    if (guest) this.device.updateGuest(guest, streamVersion)
    if (fill) this.device.updateOccupancy(fill)
    const found = guest && {
      ...viewOf(guest),
      tag: this.device.roster?.lists.get(guest.list)?.name ?? '',
    }
    return verdictOf(verdict, found, this.sentenceOf(verdict, isJust))
  }

  /**
   * Returns the additional sentence for a repeated scan or a full venue; empty for other verdicts.
   */
  private sentenceOf(verdict: OwnPassage['verdict'], isJust: boolean) {
    const { fill } = this.device
    if (verdict === 'full' && fill) return { sentence: occupancySentence(fill) }
    return isJust ? REPEAT : {}
  }
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** Returns an error of the server with status 403, and throws any other error again. */
function forbiddenError(error: unknown): GateApiError {
  if (error instanceof GateApiError && error.status === 403) return error
  throw error
}

/** Resolves with the response, or with null if the request fails or takes longer than `ms`. */
const responseInTime = <T>(request: Promise<T>, ms: number): Promise<T | null> =>
  Promise.race([
    request.catch(() => null),
    new Promise<null>((resolve) => setTimeout(resolve, ms, null)),
  ])
