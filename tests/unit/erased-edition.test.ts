import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EarlierEditions } from '@/components/admin/editions/earlier-editions'
import { DailyReport } from '@/components/admin/reports/daily-report'
import type { Edition } from '@/lib/editions/schema'

const edition: Edition = {
  ...{ id: 1, name: 'Brucošijada', year: 2026, number: 42, opensAt: null },
  ...{ endedAt: null, erasedAt: '2027-01-21T04:00:00.000Z' },
  sold: [{ day: '2026-10-01', before12: 700, after12: 34 }],
  ...{ arrivals: [], lists: [], gates: [], takings: [] },
}

/** Renders the screen with this current edition, and without any sale in the daily report. */
function renderText(screen: () => React.ReactNode, shownEdition: Edition): string {
  const client = new QueryClient()
  client.setQueryData(['editions'], { rows: [shownEdition], total: 1 })
  client.setQueryData(['reports', 'daily'], { rows: [], total: 0 })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(screen)))
}

// Rule 8.16: numbers without names stay for ever.
it('the totals of the current edition are shown after its people were erased', () => {
  const totals = renderText(EarlierEditions, edition)
  expect(totals).toContain('>734<')
  expect(totals).toContain('21.01.2027.')
  expect(renderText(EarlierEditions, { ...edition, erasedAt: null, sold: [] })).toBe('')
  expect(renderText(EarlierEditions, { ...edition, sold: [] })).toBe('')
})

it('the empty daily report says that the people were erased, if tickets were sold', () => {
  const report = renderText(DailyReport, edition)
  expect(report).toContain('21.01.2027.')
  expect(report).toContain('href="/admin/end-edition"')
  expect(report).not.toContain('Još nije prodana nijedna karta')
  expect(renderText(DailyReport, { ...edition, sold: [] })).toContain(
    'Još nije prodana nijedna karta',
  )
})
