import postgres from 'postgres'
import QRCode from 'qrcode'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '@/db/seed/demo'
import { newDatabase } from '../support/database'
import { ENGINES, type Tab } from '../support/engines'
import { demoCookie, type Instance, startInstance } from '../support/instance'

// Tab.run executes these functions inside the page, so they may use nothing else from this file.
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? null
const verdictOf = () =>
  document.querySelector('[data-verdict]')?.getAttribute('data-verdict') ?? null
/**
 * Stores the next verdict in an attribute, because the screen may hide the verdict before the test
 * reads it.
 */
const watchVerdict = () => {
  document.documentElement.removeAttribute('data-seen')
  const observer = new MutationObserver(() => {
    const verdict = document.querySelector('[data-verdict]')?.getAttribute('data-verdict')
    if (!verdict) return
    observer.disconnect()
    document.documentElement.setAttribute('data-seen', verdict)
  })
  observer.observe(document.body, { subtree: true, childList: true, attributes: true })
}
const storedVerdict = () => document.documentElement.getAttribute('data-seen')
const focusedOf = () => document.activeElement?.id || document.activeElement?.getAttribute('role')
const hasServiceWorker = async () => {
  const worker = await navigator.serviceWorker?.getRegistration('/ulaz')
  return Boolean(worker?.active && navigator.serviceWorker.controller)
}
/**
 * Marks the first button whose text starts with this label, so that the test can click it. Returns
 * whether the button is enabled.
 */
const mark = (label: string) => {
  document.querySelector('[data-press]')?.removeAttribute('data-press')
  const button = [...document.querySelectorAll('button')].find((candidate) =>
    candidate.textContent?.trim().startsWith(label),
  )
  button?.setAttribute('data-press', '')
  return button?.disabled === false
}
/** Replaces the camera by a video of a canvas. All code that reads the video is real. */
const replaceCamera = () => {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 480
  const brush = canvas.getContext('2d') as CanvasRenderingContext2D
  const shownCode = { image: null as HTMLImageElement | null }
  setInterval(() => {
    brush.fillStyle = '#777'
    brush.fillRect(0, 0, 640, 480)
    if (shownCode.image) brush.drawImage(shownCode.image, 170, 90)
  }, 50)
  const camera = { value: async () => canvas.captureStream(20) }
  Object.defineProperty(MediaDevices.prototype, 'getUserMedia', camera)
  Object.assign(window, { shownCode })
}
const showCode = async (source: string | null) => {
  const image = new Image()
  if (source) image.src = source
  if (source) await image.decode()
  const { shownCode } = window as unknown as { shownCode: { image: HTMLImageElement | null } }
  shownCode.image = source ? image : null
}

let url: string
let sql: postgres.Sql

beforeAll(async () => {
  url = await newDatabase()
  sql = postgres(url, { max: 2, onnotice: () => {} })
  await seedDemo(sql, { studentEmail: ({ jmbag }) => `x${jmbag}@fer.hr` })
  // Marks two guests as inside before the test. A guest whom this phone has just admitted gets no
  // second verdict while the code stays in view of the camera.
  await sql`update guests set entered_at = now() - interval '1 hour'
    where id in (select id from guests where conf_code is not null and deleted_at is null limit 2)`
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
    const press = async (label: string) => {
      await expect.poll(() => tab.run(mark, label)).toBe(true)
      await tab.click('[data-press]')
    }
    const ticketsOf = (isInside: boolean) => sql<{ id: number; code: string }[]>`
      select id, conf_code as code from guests
      where conf_code is not null and deleted_at is null and banned_at is null
        and (entered_at is not null) = ${isInside}
      order by entered_at, id limit 2`
    const scan = async (code: string) => {
      await tab.run(watchVerdict)
      await tab.run(showCode, await QRCode.toDataURL(code, { width: 300, margin: 3 }))
      // If no verdict appears, the text of the page becomes part of the failure message.
      const readVerdict = async () =>
        (await tab.run(storedVerdict)) ?? `none: ${await tab.run(textOf, 'body')}`
      await expect.poll(readVerdict).not.toMatch(/^none/)
      const verdict = await tab.run(storedVerdict)
      await tab.run(showCode, null)
      await expect.poll(() => tab.run(verdictOf)).toBe(null)
      return verdict
    }

    it('a ticket is sold at the desk', async () => {
      const [guest] = await sql<{ id: number; jmbag: string }[]>`
        select g.id, g.jmbag from guests g join signups s on s.jmbag = g.jmbag
        where g.conf_code is null and g.deleted_at is null
        group by g.id having count(*) = 1 limit 1`
      await go('/admin/login')
      await press('Karte')
      await text('main').toContain('Prodaja karata')
      await go('/admin/guests')
      await expect.poll(() => tab.run(focusedOf)).toBe('jmbag')
      await tab.type('#jmbag', `${guest?.jmbag}\n`)
      await expect.poll(() => tab.run(focusedOf)).toBe('switch')
      // Clicks the switch, because keys that the driver sends press no button in Firefox.
      await tab.click('[role=switch]')
      await text('[role=dialog]').toContain('Karta je prodana')
      const [sold] = await sql`select conf_code from guests where id = ${guest?.id ?? 0}`
      expect(sold?.conf_code).toMatch(/\S/)
    })

    it('a volunteer pairs a phone by a pairing link, and a scanned ticket admits its guest exactly once', async () => {
      const [gate] = await sql`select id from gates where deleted_at is null order by id limit 1`
      const pairing = await fetch(`${site.url}/api/gates/${gate?.id}/pairings`, {
        method: 'POST',
        headers: {
          cookie: await demoCookie(site.url, 1),
          origin: site.url,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ until: new Date(Date.now() + 3_600_000).toISOString() }),
      })
      await tab.open((await pairing.json()).url)
      await expect.poll(() => tab.run(mark, 'Na ulaz')).toBe(true)
      await tab.type('main input', 'Vesna')
      await press('Na ulaz')
      await text('body').toContain('popis prije')
      await tab.run(replaceCamera)
      await press('Skeniraj kartu')
      await text('dialog[open]').toContain('Uperite kameru')
      const [guest] = await ticketsOf(false)
      const [inside] = await ticketsOf(true)
      if (!guest || !inside) throw new Error('the demo has no such guests')
      expect(await scan(guest.code)).toBe('admitted')
      expect(await scan(inside.code)).toBe('inside')
      expect(await scan('https://primjer.hr/letak')).toBe('not_code')
      // If the server answers too late, the phone admits offline, and its passage voids the passage
      // of the server. So only passages that are not voided are counted.
      const passages = async () =>
        (
          await sql`select from passages p where guest_id = ${guest.id} and verdict = 'admitted'
            and not exists (select from passages t where t.voids = p.id)`
        ).length
      await expect.poll(passages).toBe(1)
    })

    it('the entry screen works without the server, also after a reload, and sends its passages later', async () => {
      await expect.poll(() => tab.run(hasServiceWorker)).toBe(true)
      const { port } = site
      await site.stop('SIGKILL')
      const [first, second] = await ticketsOf(false)
      if (!first || !second) throw new Error('the demo has no such guests')
      expect(await scan(first.code)).toBe('admitted')
      await go('/ulaz')
      await text('body').toContain('popis prije')
      await tab.run(replaceCamera)
      await press('Skeniraj kartu')
      await text('dialog[open]').toContain('Uperite kameru')
      expect(await scan(second.code)).toBe('admitted')
      expect(await scan(first.code)).toBe('inside')
      site = await startInstance(url, {}, port)
      const ids = [first.id, second.id]
      await expect
        .poll(async () => {
          const passages = await sql`select decided from passages
            where guest_id in ${sql(ids)} and verdict = 'admitted'`
          return passages.map(({ decided }) => decided)
        })
        .toEqual(ids.map(() => 'alone'))
    })
  })
