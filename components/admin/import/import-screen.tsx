'use client'

import { ScreenHead } from '@/components/admin/data/screen-head'
import { ImportCard } from './import-card'
import { KINDS } from './kinds'
import { useStrayFiles } from './use-stray-files'

/** Guests and staff from spreadsheets (spec section 2, Import). */
export function ImportScreen() {
  useStrayFiles()
  return (
    <>
      <ScreenHead title="Uvoz" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {KINDS.map((kind) => (
          <ImportCard key={kind.noun} kind={kind} />
        ))}
      </div>
    </>
  )
}
