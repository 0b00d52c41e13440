import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { useAdding } from '@/components/public/sponsors/sponsor-list-adding'
import type { SponsorListState } from '@/components/public/sponsors/use-sponsor-list'
import { ApiError } from '@/lib/api-client/client'

const UNREACHABLE = new ApiError(0, 'Nema veze s poslužiteljem.', 'offline')

type Adding = ReturnType<typeof useAdding>

function Forms(props: { listState: SponsorListState; onRender: (adding: Adding) => void }) {
  props.onRender(useAdding(props.listState))
  return null
}

/**
 * Renders the forms of a list with these guests. The first request to add a guest gets no response,
 * the later ones succeed.
 */
function renderAdding(...names: string[]) {
  const add = vi.fn().mockRejectedValueOnce(UNREACHABLE).mockResolvedValue({})
  const addMany = vi.fn().mockResolvedValue({ stored: 1, guests: [] })
  const guests = names.map((name) => ({ name }))
  const view = { list: { count: guests.length, guestCap: 50 }, guests }
  const listState = { view, add, addMany } as unknown as SponsorListState
  const rendered: Adding[] = []
  const onRender = (adding: Adding) => rendered.push(adding)
  renderToString(createElement(Forms, { listState, onRender }))
  return { add, addMany, single: (rendered[0] as Adding).single }
}

const offline = async (names: string[], fullName: string) => {
  const form = renderAdding(...names)
  form.single.onName(fullName)
  expect(await form.single.onAdd()).toBe(false)
  expect(form.add).toHaveBeenCalledTimes(1)
  return form
}

describe('a typed name with an e-mail address', () => {
  it.each(['Ana Anić ana@primjer.hr', 'Ana Anić, ana@primjer.hr', 'Ana Anić <ana@primjer.hr>'])(
    'is not stored as a name, but checked in the form for many guests: %s',
    async (text) => {
      const { single, add, addMany } = renderAdding()
      single.onName(text)
      expect(await single.onAdd()).toBe(false)
      expect(add).not.toHaveBeenCalled()
      expect(addMany).not.toHaveBeenCalled()
    },
  )
})

describe('a guest whose request got no response', () => {
  it('is sent again as the same request if a guest of the same name was on the list', async () => {
    const { single, add, addMany } = await offline(['Ivan Horvat'], 'ivan  Horvat')
    expect(await single.onAdd()).toBe(true)
    expect(addMany).not.toHaveBeenCalled()
    expect(add.mock.calls).toEqual([
      [{ name: 'ivan  Horvat', email: null }],
      [{ name: 'ivan  Horvat', email: null }],
    ])
  })

  it('is otherwise sent again so that a guest of this name on the list is skipped', async () => {
    const { single, add, addMany } = await offline(['Ivan Horvat'], 'Eva Ević')
    expect(await single.onAdd()).toBe(true)
    expect(addMany.mock.calls).toEqual([[[{ name: 'Eva Ević', email: null }]]])
    expect(add).toHaveBeenCalledTimes(1)
  })
})
