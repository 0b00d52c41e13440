import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadPage } from '@/components/public/offline/reload-page'

const reload = vi.fn()

/** Opens a page with an empty text field and an empty checkbox, and returns both. */
function openPage() {
  const text = { value: '', defaultValue: '', checked: false, defaultChecked: false }
  const box = { ...text, value: 'on', defaultValue: 'on' }
  vi.stubGlobal('document', { querySelectorAll: () => [text, box] })
  return { text, box }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { reload })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  reload.mockReset()
})

it('a page reloads at once if nothing has been entered', () => {
  openPage()
  reloadPage()
  expect(reload).toHaveBeenCalledOnce()
})

it('a page with a typed JMBAG reloads only after the field is empty again', () => {
  const { text } = openPage()
  text.value = '0036'
  reloadPage()
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
  text.value = ''
  vi.advanceTimersByTime(60_000)
  expect(reload).toHaveBeenCalledOnce()
})

it('a page with a ticked box does not reload, and a cancelled reload never happens', () => {
  const { box } = openPage()
  box.checked = true
  const cancel = reloadPage()
  cancel()
  box.checked = false
  vi.advanceTimersByTime(60_000)
  expect(reload).not.toHaveBeenCalled()
})
