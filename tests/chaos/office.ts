import type { Caller } from './caller'
import type { AcknowledgedWrites } from './ledger'

export const PRICE = 1_050
const FLOAT = 500_000

/** Simulates a ticket desk: sells and returns tickets of freshers, and corrects the till. */
export async function desk(
  by: Caller,
  ledger: AcknowledgedWrites,
  guests: number[],
  isOver: () => boolean,
) {
  const opened = await by.write('POST', 'cash/shifts', { floatCents: FLOAT }, 200, 201, 409)
  const shift = opened?.body.id ?? (await by.insist('GET', 'cash/desk'))?.body.shift?.id
  if (shift === undefined) return by.world.history.wrong(`${by.name} could not open a cash shift`)
  const till = { cents: FLOAT, open: 0 }
  ledger.shifts.set(shift, till)
  const paid = new Map<number, number>()
  for (let n = 1; !isOver(); n++) {
    await by.pause()
    if (by.random.chance(0.15)) {
      const [cents, reason] = [by.random.pick([-100, 200, 300]), `${by.name} ${n}`]
      const correction = { cents, isKnown: false }
      ledger.corrections.set(reason, correction)
      const done = await by.write(
        'POST',
        `cash/shifts/${shift}/corrections`,
        { cents, reason },
        200,
        201,
      )
      correction.isKnown = done !== null
      if (done) till.cents += cents
      else till.open++
      if (done) by.acknowledged(`correction “${reason}” of ${cents}`)
      continue
    }
    const guest = by.random.pick(guests)
    const ticket = ledger.ticket(guest)
    if (ticket.open > 0) continue
    const isReturn = ticket.sold > ticket.returned
    const way = by.random.pick(['cash', 'cash', 'card'])
    const body = isReturn ? { bought: '0' } : { bought: '1', payment: { way, cents: PRICE } }
    const cents = isReturn ? -(paid.get(guest) ?? 0) : way === 'cash' ? PRICE : 0
    if (!(await by.write('PUT', `guests/${guest}`, body, 200))) {
      ticket.open++
      till.open++
      continue
    }
    ticket[isReturn ? 'returned' : 'sold']++
    paid.set(guest, cents)
    till.cents += cents
    by.acknowledged(`${isReturn ? 'return' : `sale (${way})`} of guest ${guest}`)
  }
}

/**
 * Simulates an admin who writes notes, and sets and lifts bans. No other client changes these
 * guests.
 */
export async function notes(
  by: Caller,
  ledger: AcknowledgedWrites,
  guests: number[],
  isOver: () => boolean,
) {
  for (let n = 1; !isOver(); n++) {
    await by.pause()
    const guest = by.random.pick(guests)
    const known = ledger.notes.get(guest) ?? { note: '', ban: null }
    const isBan = by.random.chance(0.5)
    const ban = known.ban === null ? `Zabrana ${n}` : null
    const body = isBan
      ? ban === null
        ? { banned: '0' }
        : { banned: '1', banReason: ban }
      : { note: `Bilješka ${n}` }
    const done = await by.write('PUT', `guests/${guest}`, body, 200)
    if (!done) ledger.notes.set(guest, null)
    else if (isBan) ledger.notes.set(guest, { ...known, ban })
    else ledger.notes.set(guest, { ...known, note: `Bilješka ${n}` })
    if (done) by.acknowledged(`${JSON.stringify(body)} of guest ${guest}`)
    else return
  }
}

/** Simulates an admin who switches visibility flags and edits site texts. */
export async function editor(by: Caller, ledger: AcknowledgedWrites, isOver: () => boolean) {
  const flags = [
    'LINEUP_VISIBILITY',
    'CJENIK_VISIBILITY',
    'SATNICA_VISIBILITY',
    'SPONSORS_VISIBILITY',
  ]
  const texts: number[] = []
  for (const key of ['kontakt.title1', 'kontakt.text1', 'pravila.title1', 'pravila.text1']) {
    const made = await by.write('POST', 'translations', { key, value: 'Tekst' }, 201)
    if (made?.body.id) texts.push(made.body.id)
  }
  for (let n = 1; !isOver(); n++) {
    await by.pause()
    if (texts.length === 0 || by.random.chance(0.5)) {
      const [flag, visible] = [by.random.pick(flags), by.random.pick(['0', '1'])]
      const done = await by.write('PUT', `visibility/${flag}`, { visible: Number(visible) }, 200)
      ledger.flags.set(flag, done && visible)
      if (done) by.acknowledged(`${flag} ${visible}`)
      else return
    } else {
      const [id, value] = [by.random.pick(texts), `Tekst ${n}.`]
      const done = await by.write('PUT', `translations/${id}`, { value }, 200)
      ledger.texts.set(id, done && value)
      if (done) by.acknowledged(`text ${id} “${value}”`)
      else return
    }
  }
}

/**
 * Simulates bulk jobs: each appends a new word to the notes of some guests, or sells tickets to
 * other guests.
 */
export async function bulk(
  by: Caller,
  ledger: AcknowledgedWrites,
  { noted, buying }: { noted: number[]; buying: number[] },
  isOver: () => boolean,
) {
  for (const guest of noted) ledger.words.set(guest, { told: [], open: [] })
  // A note has at most 200 characters, so the number of words per guest is limited.
  for (let n = 1; !isOver(); n++) {
    await by.pause()
    if (by.random.chance(0.4) && buying.length > 0) {
      const ids = buying.splice(0, 3)
      const done = await by.write(
        'POST',
        'guests/bulk',
        { selection: { ids }, action: { kind: 'sell' } },
        202,
      )
      for (const id of ids) ledger.ticket(id)[done ? 'sold' : 'open']++
      if (done) by.acknowledged(`bulk sale of guests ${ids.join(', ')}`)
      continue
    }
    const ids = noted.filter((id) => by.random.chance(0.2) && roomFor(ledger, id))
    if (ids.length === 0) continue
    const word = `w${n}`
    const action = { kind: 'note', note: word, how: 'append' }
    const done = await by.write('POST', 'guests/bulk', { selection: { ids }, action }, 202)
    for (const id of ids) ledger.words.get(id)?.[done ? 'told' : 'open'].push(word)
    if (done) by.acknowledged(`bulk word ${word} for guests ${ids.join(', ')}`)
  }
}

const roomFor = (ledger: AcknowledgedWrites, id: number) =>
  (ledger.words.get(id)?.told.length ?? 0) < 30
