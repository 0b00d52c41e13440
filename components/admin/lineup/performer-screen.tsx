'use client'

import { EditedThing } from '@/components/admin/data/edit-form'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { api } from '@/lib/http/client'
import { LINEUP_MESSAGES } from '@/lib/lineup/schema'
import { PerformerForm } from './performer-form'

/** One performer by the slug of the address; 0 adds one. */
export function PerformerScreen({ slug }: { slug: string }) {
  return (
    <EditedThing
      slug={slug}
      noun="lineup"
      find={(query, signal) => api('GET', '/lineup', { query, signal })}
      page="/admin/lineup-add"
      failed={LINEUP_MESSAGES.loadFailed}
    >
      {(performer) => (
        <>
          <ScreenHead title={performer ? 'Uredi izvođača' : 'Dodaj izvođača'} />
          <PerformerForm performer={performer} />
        </>
      )}
    </EditedThing>
  )
}
