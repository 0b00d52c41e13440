import type { Page } from '@playwright/test'

/** How many pieces of the roster, of its changes and how many passages a browser keeps of the gate. */
export const keptByGate = (page: Page) =>
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
