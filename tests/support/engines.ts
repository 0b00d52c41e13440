import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import puppeteer from 'puppeteer-core'
import { Builder, Key } from 'selenium-webdriver'
import { seedDemo } from '@/db/seed/demo'
import { freePort } from '@/scripts/lib/embedded-postgres'
import { findEngines } from '@/scripts/lib/engines'
import { newDatabase } from './database'
import { hasListeners } from './late-scripts'

/** One browser tab, with the operations that the tests in WebKit and Firefox need. */
export interface Tab {
  open: (address: string) => Promise<void>
  /**
   * Runs a function in the page. The function gets only its arguments, which are passed as JSON.
   */
  run: <T, A extends unknown[]>(work: (...args: A) => T, ...args: A) => Promise<Awaited<T>>
  /** Clicks with a real input event, so that the page may do what needs a user gesture. */
  click: (selector: string) => Promise<void>
  /** Types text with key events. A line break presses Enter. */
  type: (selector: string, text: string) => Promise<void>
  /** Makes the next operations work inside this frame. Null returns to the page. */
  within: (frame: string | null) => Promise<void>
  close: () => Promise<void>
}

export const ENGINES = [
  { name: 'WebKit', isInstalled: findEngines().webkit !== null, open: openWebkit },
  { name: 'Firefox', isInstalled: findEngines().firefox !== null, open: openFirefox },
]

/** Seeds a database of its own with the demo festival, and makes every page visible. */
export async function demoFestival() {
  const url = await newDatabase()
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  await seedDemo(sql, { studentEmail: ({ jmbag }) => `x${jmbag}@fer.hr` })
  await sql`update visibility_flags set visible = true where visible is not null`
  return { url, sql }
}

/** Window size in CSS pixels. The window of WebKit's MiniBrowser cannot be narrower. */
const SCREEN = { width: 460, height: 860 }

async function endProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

/** Starts a virtual screen (Xvfb) with a free display number. */
async function startScreen(program: string) {
  const args = ['-displayfd', '3', '-screen', '0', '2000x1200x24', '-nolisten', 'tcp']
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const statusPipe = child.stdio[3]
  if (!statusPipe) throw new Error('the screen shows no status')
  const [number] = await once(statusPipe, 'data')
  return { child, display: `:${String(number).trim()}` }
}

async function openWebkit(): Promise<Tab> {
  const { webkit } = findEngines()
  if (!webkit) throw new Error('there is no WebKit here')
  const screen = await startScreen(webkit.screen)
  const port = await freePort()
  const driver = spawn(webkit.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const server = `http://127.0.0.1:${port}`
  while (!(await fetch(`${server}/status`).catch(() => null))) await sleep(50)
  const browser = await new Builder()
    .usingServer(server)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: webkit.browser, args: ['--automation'] },
    })
    .build()
  await browser.manage().window().setRect(SCREEN)
  const find = (selector: string) => browser.findElement({ css: selector })
  return {
    open: async (address) => {
      await browser.get(address)
      while (!(await browser.executeScript(hasListeners as never))) await sleep(20)
    },
    run: (work, ...args) => browser.executeScript(work as never, ...args),
    click: async (selector) => {
      await browser.executeScript(
        'arguments[0].scrollIntoView({ block: "center" })',
        find(selector),
      )
      await find(selector).click()
    },
    type: (selector, text) => find(selector).sendKeys(text.replaceAll('\n', Key.ENTER)),
    within: async (frame) =>
      frame === null
        ? browser.switchTo().defaultContent()
        : browser.switchTo().frame(await find(frame)),
    close: async () => {
      await browser.quit()
      await endProcess(driver)
      await endProcess(screen.child)
    },
  }
}

async function openFirefox(): Promise<Tab> {
  const { firefox } = findEngines()
  if (!firefox) throw new Error('there is no Firefox here')
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox })
  const [page = await browser.newPage()] = await browser.pages()
  await page.setViewport(SCREEN)
  let frame = page.mainFrame()
  const find = async (selector: string) => {
    const element = await frame.$(selector)
    if (!element) throw new Error(`there is no ${selector}`)
    return element
  }
  return {
    open: async (address) => {
      frame = page.mainFrame()
      await page.goto(address, { waitUntil: 'load' })
      await page.waitForFunction(hasListeners)
    },
    run: async (work, ...args) => (await frame.evaluate(work as never, ...args)) as never,
    click: async (selector) => (await find(selector)).click(),
    type: async (selector, text) => {
      const box = await find(selector)
      for (const [i, line] of text.split('\n').entries()) {
        if (i > 0) await box.press('Enter')
        if (line) await box.type(line)
      }
    },
    within: async (selector) => {
      frame = page.mainFrame()
      if (selector !== null) frame = (await (await find(selector)).contentFrame()) ?? frame
    },
    close: () => browser.close(),
  }
}
