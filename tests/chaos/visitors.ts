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
export async function signups(by: Caller, ledger: AcknowledgedWrites, isOver: () => boolean) {
  for (let n = by.random.int(400_000); !isOver(); n++) {
    await by.pause()
    const student = { name: 'Iva', surname: 'Horvat', jmbag: `0036${String(n).padStart(6, '0')}` }
    ledger.signups.set(student.jmbag, false)
    const body = { ...student, email: studentEmail(student, 'fer.hr'), gdpr_accepted: true }
    if (!(await by.write('POST', 'forms/brucosi-form-submit', body, 201))) continue
    ledger.signups.set(student.jmbag, true)
    by.acknowledged(`sign-up ${student.jmbag}`)
  }
}

/** Simulates a sponsor who adds guests one by one, and sometimes three in one request. */
export async function sponsor(
  by: Caller,
  ledger: AcknowledgedWrites,
  slug: string,
  isOver: () => boolean,
) {
  for (let n = 1; !isOver(); n++) {
    await by.pause()
    const names = [`Gost ${by.name.replaceAll(' ', '')}n${n}`]
    if (by.random.chance(0.2)) names.push(`${names[0]}b`, `${names[0]}c`)
    for (const name of names) ledger.sponsorGuests.set(name, false)
    const isOne = names.length === 1
    const done = isOne
      ? await by.write('POST', 'sponsors/public/guests', { slug, name: names[0] }, 201)
      : await by.write(
          'POST',
          'sponsors/public/guests/bulk',
          { slug, guests: names.map((name) => ({ name })) },
          200,
          201,
        )
    if (!done) continue
    for (const name of names) ledger.sponsorGuests.set(name, true)
    by.acknowledged(`sponsor’s guests ${names.join(', ')}`)
  }
}

/** Simulates a gate that admits each guest once, through the check-in endpoint. */
export async function scanner(
  by: Caller,
  ledger: AcknowledgedWrites,
  tickets: { id: number; code: string }[],
  isOver: () => boolean,
) {
  for (const { id, code } of tickets) {
    if (isOver()) return
    await by.pause()
    await by.pause()
    ledger.checkedIn.set(id, false)
    const done = await by.write('POST', 'guests/check-in', { confCode: code }, 200)
    if (!done) continue
    ledger.checkedIn.set(id, true)
    by.acknowledged(`admission of guest ${id}`)
  }
}

/**
 * Simulates a visitor who opens random public pages on any instance. Ignores requests that fail or
 * take longer than 10 s.
 */
export async function visitor(by: Caller, isOver: () => boolean) {
  while (!isOver()) {
    await by.pause()
    const { address } = by.random.pick(by.world.members)
    const signal = AbortSignal.timeout(10_000)
    const page = by.random.pick(PAGES)
    const answer = await fetch(`${address}/${page}`, { signal }).catch(() => null)
    await answer?.text().catch(() => '')
    if (answer && ![200, 404].includes(answer.status) && answer.status < 500)
      by.world.history.wrong(`/${page} returned ${answer.status}`)
  }
}
