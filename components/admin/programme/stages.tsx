'use client'

import { AddByNameForm } from '@/components/admin/data/add-named'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { itemEndpoints } from '@/components/admin/data/item-endpoints'
import { MoveButtons } from '@/components/admin/reorder/move-buttons'
import {
  SortableArea,
  type SortablePosition,
  useSortableItem,
} from '@/components/admin/reorder/sortable-area'
import { classes } from '@/components/ui/classes'
import { api } from '@/lib/api-client/client'
import { newStageBody, PROGRAMME_MESSAGES, type Stage } from '@/lib/programme/schema'

/** Editor of the stages. Their order is the order of the columns here and on the public site. */
export function Stages({ stages }: { stages: Stage[] }) {
  return (
    <section aria-labelledby="pozornice" className="mt-8 max-w-2xl">
      <h2 id="pozornice" className="mb-3 text-lg font-bold">
        Pozornice
      </h2>
      <AddByNameForm
        label="Nova pozornica"
        field={{ label: 'Naziv nove pozornice', maxLength: 60 }}
        schema={newStageBody}
        add={(body) => api('POST', '/stages', { body })}
        entity="stages"
        successMessage={(name) => `Pozornica ${name} je dodana.`}
      />
      {stages.length > 0 && (
        <SortableArea
          rows={stages}
          entity="stages"
          save={(body) => api('POST', '/stages/reorder', { body })}
          errorMessage={PROGRAMME_MESSAGES.stagesReorderFailed}
          layout="lines"
        >
          {(items, isBusy) => (
            <ol
              aria-labelledby="pozornice"
              aria-busy={isBusy}
              className="divide-y divide-edge rounded-lg border border-edge bg-panel"
            >
              {items.map(({ row, position }) => (
                <StageLine key={row.id} stage={row} position={position} />
              ))}
            </ol>
          )}
        </SortableArea>
      )}
    </section>
  )
}

interface StageLineProps {
  stage: Stage
  position: SortablePosition
}

function StageLine({ stage: { id, name, sets }, position }: StageLineProps) {
  const { item, handle, isDragging } = useSortableItem(id, position.isBusy)
  return (
    <li
      {...item}
      className={classes(
        'relative flex flex-wrap items-center gap-x-3 bg-panel px-4 py-1 first:rounded-t-lg last:rounded-b-lg motion-reduce:transition-none!',
        isDragging && 'shadow-xl outline-2 outline-accent',
      )}
    >
      <div className="min-w-40 flex-1">
        <InlineEdit
          label="Naziv pozornice"
          endpoints={itemEndpoints('stages', id)}
          value={{ name }}
          className="font-semibold"
        />
      </div>
      <p className="text-sm text-muted tabular-nums">Nastupa: {sets}</p>
      <div className="-mr-2 ml-auto flex">
        <MoveButtons {...position} name={name} handle={handle} layout="lines" />
        <DeleteButton
          what={`pozornicu ${name}`}
          {...itemEndpoints('stages', id).deletion}
          successMessage={`Pozornica ${name} je obrisana.`}
        >
          {sets > 0 && <p>{PROGRAMME_MESSAGES.stageInUse(sets)}</p>}
        </DeleteButton>
      </div>
    </li>
  )
}
