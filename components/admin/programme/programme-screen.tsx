'use client'

import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { Notice } from '@/components/ui/notice'
import type { LineupItem } from '@/lib/lineup/schema'
import { byDayAndStage, festivalDay } from '@/lib/programme/rules'
import type { ProgrammeSet, SetValues, Stage } from '@/lib/programme/schema'
import { formatDate, formatDateTime, formatTime } from '@/lib/time/zagreb'
import { SetDialog } from './set-dialog'
import { Stages } from './stages'
import { Timetable } from './timetable'
import { useMoves } from './use-moves'
import { useLineup, useNightSettings, useProgramme, useStages } from './use-programme'

/** Screen that edits the programme: who plays on which stage, and when. */
export function ProgrammeScreen() {
  const sets = useProgramme()
  const stages = useStages()
  const lineup = useLineup()
  const night = useNightSettings()
  const missing = [sets, stages, lineup, night].find((query) => !query.data)
  if (missing || !sets.data || !stages.data || !lineup.data || !night.data)
    return (
      <>
        <ScreenHead title="Program" />
        {missing && <QueryState query={missing} failed="Program se ne može dohvatiti." />}
      </>
    )
  return (
    <Programme
      sets={sets.data.rows}
      stages={stages.data.rows}
      performers={lineup.data.rows}
      night={night.data}
    />
  )
}

interface Props {
  sets: ProgrammeSet[]
  stages: Stage[]
  performers: LineupItem[]
  night: { opensAt: string | null; closesAt: string | null }
}

function Programme({ sets, stages, performers, night }: Props) {
  const { opensAt } = night
  const moves = useMoves({ sets, opensAt })
  const [edited, setEdited] = useState<ProgrammeSet | Partial<SetValues> | null>(null)
  const days = daysOf(sets, opensAt)
  const [chosenDay, setChosenDay] = useState<string | null>(null)
  const day = days.find((option) => option === chosenDay) ?? days[0]
  const setsOfDay = moves.placed.filter(({ startsAt }) => festivalDay(startsAt) === day)
  const isOpeningDay = opensAt !== null && festivalDay(opensAt) === day
  const setsBeforeOpening = opensAt === null ? [] : sets.filter((set) => set.startsAt < opensAt)
  const performersWithoutSet = performers.filter(
    ({ id }) => !sets.some((set) => set.performerId === id),
  )
  const blank: SetValues = {
    stageId: String(stages[0]?.id ?? ''),
    performerId: '',
    title: '',
    day: day ?? formatDate(new Date()),
    from: '',
    to: '',
  }

  return (
    <>
      <ScreenHead title="Program">
        <ButtonLink href="/admin/programme/import" icon={FileUp}>
          Uvoz iz tablice
        </ButtonLink>
        {stages.length > 0 && (
          <Button look="primary" onClick={() => setEdited({})}>
            <Plus aria-hidden="true" className="size-5" />
            Dodaj nastup
          </Button>
        )}
      </ScreenHead>
      {setsBeforeOpening.length > 0 && opensAt && (
        <Notice className="mb-4">
          Prije otvaranja vrata ({formatDateTime(opensAt)}) počinje nastupa:{' '}
          {setsBeforeOpening.length}.
        </Notice>
      )}
      {days.length > 1 && (
        <fieldset className="mb-4 flex flex-wrap gap-2">
          <legend className="sr-only">Dan</legend>
          {days.map((option) => (
            <Button
              key={option}
              look={option === day ? 'primary' : 'quiet'}
              aria-pressed={option === day}
              onClick={() => setChosenDay(option)}
            >
              {option}
            </Button>
          ))}
        </fieldset>
      )}
      {stages.length === 0 ? (
        <Notice>Prvo dodajte pozornicu, ili uvezite cijeli program iz tablice.</Notice>
      ) : setsOfDay.length === 0 && !isOpeningDay ? (
        <Notice>Još nema nastupa. Dodajte prvi, ili uvezite tablicu.</Notice>
      ) : (
        <>
          <p className="mb-2 text-sm text-muted">
            Nastupa: <span className="tabular-nums">{setsOfDay.length}</span>.{' '}
            <span className="max-md:hidden">
              Povucite nastup, ili ga odaberite pa strelicama pomičite po 5 minuta.
            </span>
            <span className="md:hidden">Zadržite prst na nastupu pa ga povucite.</span>
          </p>
          <Timetable
            stages={stages}
            sets={setsOfDay}
            moves={moves}
            openingTimes={isOpeningDay ? night : { opensAt: null, closesAt: null }}
            onEdit={(set) => {
              // The dialog edits the stored place, so a move that is not saved ends here.
              if (moves.isMoved(set.id)) moves.discard(set)
              setEdited(sets.find(({ id }) => id === set.id) ?? null)
            }}
            onAdd={(stageId, at) =>
              setEdited({ stageId: String(stageId), day: festivalDay(at), from: formatTime(at) })
            }
          />
        </>
      )}
      {stages.length > 0 && performersWithoutSet.length > 0 && (
        <section aria-labelledby="bez-termina" className="mt-6">
          <h2 id="bez-termina" className="mb-2 text-lg font-bold">
            Još bez termina
          </h2>
          <ul className="flex flex-wrap gap-2">
            {performersWithoutSet.map(({ id, name }) => (
              <li key={id}>
                <Button onClick={() => setEdited({ performerId: String(id) })}>
                  <Plus aria-hidden="true" className="size-4" />
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Stages stages={stages} />
      {edited && (
        <SetDialog
          set={'id' in edited ? edited : null}
          blank={'id' in edited ? blank : { ...blank, ...edited }}
          stages={stages}
          performers={performers}
          sets={sets}
          opensAt={opensAt}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/** Returns the days that have sets, and the day of the opening time. */
function daysOf(sets: ProgrammeSet[], opensAt: string | null): string[] {
  const days = byDayAndStage(sets).map(({ day }) => day)
  if (!opensAt || days.includes(festivalDay(opensAt))) return days
  return [festivalDay(opensAt), ...days]
}
