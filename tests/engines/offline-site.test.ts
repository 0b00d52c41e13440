import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoFestival, ENGINES, type Tab } from '../support/engines'
import { type Instance, startInstance } from '../support/instance'

const CACHED_PATHS = ['/', '/satnica', '/tlocrt', '/t2', '/cjenik', '/lineup', '/pitanja']

// Tab.run executes these functions inside the page, so they may use nothing else from this file.
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? null
const readCachedPages = async () =>
  (await (await caches.open('pocket-pages')).keys()).map(({ url }) => new URL(url).pathname)
const readStoredTickets = () => localStorage.getItem('karte') ?? ''

let url: string
let sql: postgres.Sql
let ticket: { code: string; surname: string }

beforeAll(async () => {
  ;({ url, sql } = await demoFestival())
  const [row] = await sql<{ code: string; surname: string }[]>`
    select conf_code as code, surname from guests
    where conf_code is not null and entered_at is null and deleted_at is null limit 1`
  if (!row) throw new Error('the demo has sold no ticket')
  ticket = row
})
afterAll(() => sql.end())

for (const { name, isInstalled, open } of ENGINES)
  describe.skipIf(!isInstalled)(`in ${name}`, () => {
    let tab: Tab
    let site: Instance
    beforeAll(async () => {
      site = await startInstance(url)
      tab = await open()
    })
    afterAll(async () => {
      await tab?.close()
      await site?.stop()
    })
    const go = (address: string) => tab.open(`${site.url}${address}`)
    const text = (selector: string) => expect.poll(() => tab.run(textOf, selector))

    it('a ticket is shown, and stored on the phone', async () => {
      await go(`/karta/${ticket.code}`)
      await text('h1').toMatch(new RegExp(ticket.surname, 'i'))
      const side = await tab.run(
        () => document.querySelector('.poster-karta-qr')?.getBoundingClientRect().width ?? 0,
      )
      expect(side).toBeGreaterThan(200)
      await expect.poll(() => tab.run(readStoredTickets)).toContain(ticket.code)
      await go('/karta')
      await text('main').toMatch(new RegExp(ticket.surname, 'i'))
    })

    it('a marked set stays marked when the timetable is opened again', async () => {
      await go('/satnica')
      const readPressed = () =>
        tab.run(() => document.querySelector('.timetable-mark')?.getAttribute('aria-pressed'))
      await expect.poll(readPressed).toBe('false')
      await tab.click('.timetable-mark')
      await expect.poll(readPressed).toBe('true')
      await go('/satnica')
      await expect.poll(readPressed).toBe('true')
    })

    it('cached pages open without the server, and the offline notice disappears after the restart', async () => {
      const ticketPath = `/karta/${ticket.code}`
      await go('/')
      await expect
        .poll(() => tab.run(readCachedPages))
        .toEqual(expect.arrayContaining(CACHED_PATHS))
      await go(ticketPath)
      await expect.poll(() => tab.run(readCachedPages)).toContain(ticketPath)
      const { port } = site
      await site.stop('SIGKILL')
      for (const [address, pattern] of [
        ['/', /\S/],
        ['/satnica', /Satnica/i],
        [ticketPath, new RegExp(ticket.surname, 'i')],
      ] as const) {
        await go(address)
        await text('.poster-offline').toContain('Bez mreže')
        expect(await tab.run(textOf, 'h1')).toMatch(pattern)
      }
      site = await startInstance(url, {}, port)
      await text('.poster-offline').toBe('')
    })
  })
