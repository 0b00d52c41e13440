import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoFestival, ENGINES, type Tab } from '../support/engines'
import { type Instance, startInstance } from '../support/instance'

const STUDENT = { ime: 'Željka', prezime: 'Đurić', jmbag: '0036598765', email: 'zd59876@fer.hr' }

// Tab.run executes these functions inside the page, so they may use nothing else from this file.
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? null
const countOf = (selector: string) => document.querySelectorAll(selector).length
const countInFrame = (selector: string) =>
  document.querySelector('iframe')?.contentDocument?.querySelectorAll(selector).length
/** Returns the number of different colours in a canvas. Reads every hundredth pixel. */
const coloursOf = (selector: string) => {
  const canvas = document.querySelector<HTMLCanvasElement>(selector)
  const { width = 1, height = 1 } = canvas ?? {}
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
  const colours = new Set<number>()
  for (let i = 0; i < pixels.length; i += 400)
    colours.add((pixels[i] ?? 0) * 65_536 + (pixels[i + 1] ?? 0) * 256 + (pixels[i + 2] ?? 0))
  return colours.size
}
/**
 * Returns the layout faults of the page: it is wider than the screen, or its heading is not
 * visible.
 */
const faultsOf = () => {
  const { scrollWidth, clientWidth } = document.documentElement
  const heading = document.querySelector('h1')?.getBoundingClientRect()
  return [
    ...(scrollWidth > clientWidth ? [`${scrollWidth} px wide on ${clientWidth}`] : []),
    ...(heading && heading.width > 0 && heading.height > 0 ? [] : ['no heading']),
  ]
}

let url: string
let instance: Instance
let sql: postgres.Sql

beforeAll(async () => {
  ;({ url, sql } = await demoFestival())
  instance = await startInstance(url)
})
afterAll(async () => {
  await instance?.stop()
  await sql.end()
})

for (const { name, isInstalled, open } of ENGINES)
  describe.skipIf(!isInstalled)(`in ${name}`, () => {
    let tab: Tab
    let before: number
    beforeAll(async () => {
      before = instance.output().length
      tab = await open()
    })
    afterAll(() => tab?.close())
    const go = (address: string) => tab.open(`${instance.url}${address}`)
    const text = (selector: string) => expect.poll(() => tab.run(textOf, selector))

    it.each([
      '/',
      '/lineup',
      '/satnica',
      '/ulaznice',
      '/tlocrt',
      '/t2',
      '/cjenik',
      '/pitanja',
      '/kontakt',
      '/pravila-ponasanja',
    ])('%s shows its heading, and is not wider than the screen', async (address) => {
      await go(address)
      await text('h1').toMatch(/\S/)
      expect(await tab.run(faultsOf)).toEqual([])
    })

    it('the home page counts down, and its menu opens', async () => {
      await go('/')
      await text('[role=timer]').toMatch(/\d/)
      const first = await tab.run(textOf, '[role=timer]')
      await text('[role=timer]').not.toBe(first)
      await tab.click('.poster-menu-button')
      await expect
        .poll(() => tab.run(() => document.querySelector('#izbornik')?.matches(':popover-open')))
        .toBe(true)
    })

    it('a fresher signs up', async () => {
      await sql`delete from signups where jmbag = ${STUDENT.jmbag}`
      await go('/brucosi')
      await expect.poll(() => tab.run(countOf, 'form button[type=submit]:not(:disabled)')).toBe(1)
      for (const [id, value] of Object.entries(STUDENT)) await tab.type(`#${id}`, value)
      await tab.click('#privola')
      await tab.click('form button[type=submit]')
      await text('[data-sonner-toast]').toContain('Podaci spremljeni')
      expect(await sql`select name from signups where jmbag = ${STUDENT.jmbag}`).toEqual([
        { name: STUDENT.ime },
      ])
    })

    it('the directions are shown, and the map appears or shows an error', async () => {
      await go('/t2')
      await text('.way-list').toContain('Tramvajem')
      await text('.campus-map[data-ready], .campus-map > p').toMatch(/\S/)
      expect(await tab.run(textOf, '.way-any')).toContain('Upute')
    })

    it('a question opens on a click', async () => {
      await go('/pitanja')
      await tab.click('.question summary')
      await expect.poll(() => tab.run(countOf, '.question[open]')).toBe(1)
    })

    it('a round of the game starts by a click, and is played by key', async () => {
      await go('/igrica')
      // The browser loads the game's frame only when it is in view. Until then the frame has an
      // empty page, which is replaced.
      const button = '#go:not(:disabled)'
      await expect.poll(() => tab.run(countInFrame, button)).toBe(1)
      // The frame may still have the empty page, so the test enters it again until the button is
      // there.
      const enter = async () => {
        await tab.within(null)
        await tab.within('iframe[title^="Igra:"]')
        return tab.run(countOf, button)
      }
      await expect.poll(enter).toBe(1)
      await tab.click('#go')
      await expect.poll(() => tab.run(() => document.body.dataset.phase)).toBe('play')
      await expect.poll(() => tab.run(coloursOf, '#sky')).toBeGreaterThan(50)
      await tab.type('body', ' ')
      await expect
        .poll(() =>
          tab.run(() => (window as unknown as { igrica: { presses: number } }).igrica.presses),
        )
        .toBe(1)
      await tab.within(null)
    })

    it('a script that is injected into a page does not run, and the violation is logged', async () => {
      // The CSP has refused nothing on the pages before.
      expect(instance.output().slice(before)).not.toContain('Content-Security-Policy')
      // Each browser opens another page, because the log has only the first violation of a kind.
      const page = name === 'WebKit' ? '/kontakt' : '/pitanja'
      await go(page)
      const ran = await tab.run(() => {
        const script = document.createElement('script')
        script.textContent = 'document.body.dataset.broken = "yes"'
        document.body.append(script)
        return document.body.dataset.broken ?? null
      })
      expect(ran).toBe(null)
      await expect
        .poll(() => instance.output().slice(before))
        .toMatch(new RegExp(`script-src(-elem)? refused inline on ${page}`))
    })
  })
