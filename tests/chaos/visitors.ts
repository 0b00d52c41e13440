import { studentEmail } from '@/lib/students/email'
import type { Caller } from './caller'
import type { AcknowledgedWrites } from './ledger'

export const PAGES = [
  '',
  'kontakt',
  'lineup',
  'cjenik',
  'pravila-ponasanja',
  'brucosi',
  'satnica',
  'sponsors',
]

/** Simulates freshers who sign up one after another. */
export async function simulateSignups(
  caller: Caller,
  ledger: AcknowledgedWrites,
  isOver: () => boolean,
) {
  for (let n = caller.random.int(400_000); !isOver(); n++) {
    await caller.pause()
    const student = { name: 'Iva', surname: 'Horvat', jmbag: `0036${String(n).padStart(6, '0')}` }
    ledger.signups.set(student.jmbag, false)
    const body = { ...student, email: studentEmail(student, 'fer.hr'), gdpr_accepted: true }
    if (!(await caller.write('POST', 'forms/brucosi-form-submit', body, 201))) continue
    ledger.signups.set(student.jmbag, true)
    caller.recordAcknowledged(`sign-up ${student.jmbag}`)
  }
}

/** Simulates a sponsor who adds guests one by one, and sometimes three in one request. */
export async function simulateSponsor(
  caller: Caller,
  ledger: AcknowledgedWrites,
  slug: string,
  isOver: () => boolean,
) {
  for (let n = 1; !isOver(); n++) {
    await caller.pause()
    const names = [`Gost ${caller.name.replaceAll(' ', '')}n${n}`]
    if (caller.random.chance(0.2)) names.push(`${names[0]}b`, `${names[0]}c`)
    for (const name of names) ledger.sponsorGuests.set(name, false)
    const isSingle = names.length === 1
    const done = isSingle
      ? await caller.write('POST', 'sponsors/public/guests', { slug, name: names[0] }, 201)
      : await caller.write(
          'POST',
          'sponsors/public/guests/bulk',
          { slug, guests: names.map((name) => ({ name })) },
          200,
          201,
        )
    if (!done) continue
    for (const name of names) ledger.sponsorGuests.set(name, true)
    caller.recordAcknowledged(`sponsor’s guests ${names.join(', ')}`)
  }
}

/** Simulates a gate that admits each guest once, through the check-in endpoint. */
export async function simulateScanner(
  caller: Caller,
  ledger: AcknowledgedWrites,
  tickets: { id: number; code: string }[],
  isOver: () => boolean,
) {
  for (const { id, code } of tickets) {
    if (isOver()) return
    await caller.pause()
    await caller.pause()
    ledger.checkedIn.set(id, false)
    const done = await caller.write('POST', 'guests/check-in', { confCode: code }, 200)
    if (!done) continue
    ledger.checkedIn.set(id, true)
    caller.recordAcknowledged(`admission of guest ${id}`)
  }
}

/**
 * Simulates a visitor who opens random public pages on any instance. Ignores requests that fail or
 * take longer than 10 s.
 */
export async function simulateVisitor(caller: Caller, isOver: () => boolean) {
  while (!isOver()) {
    await caller.pause()
    const { address } = caller.random.pick(caller.world.members)
    const signal = AbortSignal.timeout(10_000)
    const page = caller.random.pick(PAGES)
    const response = await fetch(`${address}/${page}`, { signal }).catch(() => null)
    await response?.text().catch(() => '')
    if (response && ![200, 404].includes(response.status) && response.status < 500)
      caller.world.history.recordUnexpected(`/${page} returned ${response.status}`)
  }
}
