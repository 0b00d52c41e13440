import type { LineupItem } from '@/lib/lineup/schema'
import { PageHead } from '../fitted-type'
import { DialogAddress } from './dialog-address'
import { LineupGrid } from './lineup-grid'
import { NoPerformers } from './no-performers'
import { PerformerDialog } from './performer-dialog'

interface Props {
  performers: LineupItem[]
  /** The organisers' own words (translation `lineup.lead`). */
  lead?: string
}

/** Everyone who plays, and who they are. */
export function LineupPage({ performers, lead }: Props) {
  const isEmpty = performers.length === 0
  return (
    <>
      <PageHead title="Line-up" lead={isEmpty ? undefined : lead} />
      <div className="poster-column py-10 lg:py-14">
        {isEmpty ? <NoPerformers /> : <LineupGrid performers={performers} />}
      </div>
      {performers.map((performer) => (
        <PerformerDialog key={performer.id} performer={performer} />
      ))}
      <DialogAddress />
    </>
  )
}
