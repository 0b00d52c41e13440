import type { Page } from '@playwright/test'
import type { Sql } from 'postgres'
import { expect } from './fixtures'

export const jmbag = (page: Page) => page.getByLabel('JMBAG', { exact: true })
export const name = (page: Page) => page.getByLabel('Ime', { exact: true })
export const surname = (page: Page) => page.getByLabel('Prezime', { exact: true })
export const ticket = (page: Page) => page.getByRole('switch', { name: 'Karta' })

let serial = 0
/** Returns six digits that no other call returns. Four more digits make a JMBAG. */
export const newPrefix = () => `77${String(++serial).padStart(4, '0')}`

export async function addGuest(db: Sql, digits: string, person = { name: '', surname: '' }) {
  const [row] = await db`
    insert into guests (name, surname, jmbag, list_id)
    select ${person.name}, ${person.surname}, ${digits}, id from guest_lists where name = 'Brucoši'
    returning id`
  return (row as { id: number }).id
}

export async function addSignup(db: Sql, digits: string, first: string, last: string) {
  await db`insert into signups ${db({ jmbag: digits, name: first, surname: last, email: `${first.toLowerCase()}@fer.hr` })}`
}

/**
 * Adds a guest without a name and a sign-up with that name, so that a ticket can be sold to the
 * guest.
 */
export async function addFresher(db: Sql, first = 'Ivo', last = 'Šarić') {
  const digits = `${newPrefix()}0001`
  const id = await addGuest(db, digits)
  await addSignup(db, digits, first, last)
  return { id, digits }
}

export async function open(page: Page) {
  await page.goto('/admin/guests')
  await expect(jmbag(page)).toBeFocused()
}

export async function search(page: Page, digits: string) {
  await jmbag(page).fill(digits)
  await jmbag(page).press('Enter')
}

/**
 * Types digits into the focused element, then Enter. The key events get time stamps `gapMs` ms
 * apart, because a busy machine takes longer between two keys than a hand scanner does.
 */
async function typeDigits(page: Page, digits: string, gapMs: number) {
  await page.evaluate((gap) => {
    let at = performance.now()
    Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', {
      configurable: true,
      get(this: KeyboardEvent) {
        at += gap
        Object.defineProperty(this, 'timeStamp', { value: at })
        return at
      },
    })
  }, gapMs)
  await page.keyboard.type(digits)
  await page.keyboard.press('Enter')
  await page.evaluate(() => Reflect.deleteProperty(KeyboardEvent.prototype, 'timeStamp'))
}

/** Types digits as a hand scanner does: with no time between the keys. */
export const scan = (page: Page, digits: string) => typeDigits(page, digits, 0)

/** Types a JMBAG as a person does: with 150 ms between the keys. */
export const typeByHand = (page: Page, digits: string) => typeDigits(page, digits, 150)

/** The section of the ticket desk that shows the student who was found. */
export const student = (page: Page) => page.getByRole('region', { name: 'Student', exact: true })
