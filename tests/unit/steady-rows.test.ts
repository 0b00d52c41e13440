import { expect, it } from 'vitest'
import { pendingChangesLabel } from '@/components/admin/data/changes-pill'
import { countChanges } from '@/components/admin/data/use-steady-rows'

it.each([
  ['nothing', [1, 2, 3], [1, 2, 3], 0],
  ['a row at the end', [1, 2], [1, 2, 3], 1],
  ['a row that pushes another off the page', [1, 2, 3], [9, 1, 2], 1],
  ['a row that went', [1, 2, 3], [1, 3], 1],
  ['a row that came and two that went', [1, 2, 3], [3, 4], 2],
  ['two rows that changed places', [1, 2, 3], [2, 1, 3], 2],
])('the number of pending changes of a list is right: %s', (_, shown, now, changes) =>
  expect(countChanges(shown, now)).toBe(changes),
)

it.each([
  [1, 'Prikaži 1 promjenu'],
  [3, 'Prikaži 3 promjene'],
  [5, 'Prikaži 5 promjena'],
  [21, 'Prikaži 21 promjenu'],
])('the button for %d changes has the right Croatian plural', (changes, label) =>
  expect(pendingChangesLabel(changes)).toBe(label),
)
