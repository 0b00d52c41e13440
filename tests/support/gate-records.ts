import type { Page } from '@playwright/test'

/** Counts the gate records that a browser stores: roster chunks, roster changes and passages. */
export const countGateRecords = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const opening = indexedDB.open('gate')
        opening.onsuccess = () => {
          const names = ['pieces', 'changes', 'passages']
          const tx = opening.result.transaction(names)
          const counts = names.map((name) => tx.objectStore(name).count())
          tx.oncomplete = () => resolve(counts.map(({ result }) => result))
        }
      }),
  )
