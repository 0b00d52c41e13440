'use client'

import { BookUser, Users } from 'lucide-react'
import { useEffect, useId } from 'react'
import { DownloadButton } from '@/components/admin/data/download-button'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { ScreenHead } from '@/components/admin/data/screen-head'
import type { ImportKind } from '@/components/admin/import/import-values'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/grouped'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { COLUMN_LABELS } from '@/lib/guests/import/rules'
import { ColumnMapping } from './column-mapping'
import { FileChoice } from './file-choice'
import { ImportPreview } from './import-preview'
import { RecentImports } from './recent-imports'
import { type FileImport, useFileImport } from './use-file-import'

/** Screen that imports guests and staff from spreadsheets (rule 11.1). */
export function ImportScreen() {
  useStrayFiles()
  return (
    <>
      <ScreenHead title="Uvoz" />
      <RecentImports />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {KINDS.map((kind) => (
          <ImportCard key={kind.noun} kind={kind} />
        ))}
      </div>
    </>
  )
}

const FAILED = 'Import unsuccessful!'

const KINDS: ImportKind[] = [
  {
    noun: 'guests',
    title: 'Gosti',
    icon: BookUser,
    columns: ['name', 'surname', 'jmbag', 'email', 'tag', 'bought', 'entered'],
    labels: COLUMN_LABELS,
    note: 'Prazan tag znači Brucoši, prazni bought i entered znače 0. Može se uvesti i tablica iz Izvoza.',
    other: 'Tablicu s drukčijim naslovima pokušat ćemo pročitati, pa potvrdite što je što.',
    done: (n) => `Import successful! Imported ${n} guests.`,
  },
  {
    noun: 'users',
    title: 'Korisnici',
    icon: Users,
    columns: ['name', 'email', 'privilege'],
    labels: { name: 'Ime i prezime', email: 'E-mail', privilege: 'Privilegija' },
    note: 'Privilegija je broj od 0 do 4. Prazno ime upisuje se pri prvoj prijavi.',
    done: (n) => `Import successful! Imported ${n} users.`,
  },
]

/** Card of one import: the required columns, the file choice, the preview and the result. */
export function ImportCard({ kind }: { kind: ImportKind }) {
  const { noun, title, icon: Icon, columns, note } = kind
  const id = useId()
  const work = useFileImport(noun)
  const { file, shape, mapping, preview, done, problem } = work
  const isAtWork = work.work !== null
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-edge bg-panel p-4 md:p-5"
    >
      <LeaveGuard isDirty={isAtWork || ((preview ?? shape) !== null && done === null)} />
      <h2 id={id} className="flex items-center gap-2 text-lg font-bold">
        <Icon aria-hidden="true" className="size-5 text-muted" />
        {title}
      </h2>
      {done ? (
        <ImportDone kind={kind} answer={done} onAgain={work.reset} />
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">
            U prvom redu tablice stoje nazivi stupaca, bilo kojim redom:{' '}
            <span className="font-mono text-text">{columns.join(', ')}</span>. {note}
            <span>{kind.other && ` ${kind.other}`}</span>
          </p>
          <p className="my-4 flex flex-wrap items-center gap-2">
            <span aria-hidden="true" className="mr-1 font-semibold">
              Predložak
            </span>
            <Template noun={noun} format="xlsx" />
            <Template noun={noun} format="csv" />
          </p>
          <FileChoice
            label={title}
            file={file}
            isLocked={isAtWork}
            onChoose={work.choose}
            onClear={work.reset}
          />
          {work.work && <ImportProgress work={work.work} sent={work.sent} />}
          {problem && (
            <Notice tone="error" className="mt-4 bg-panel-2">
              <p className="font-bold">{kind.failed ?? FAILED}</p>
              <p>{problem}</p>
              {file && (
                <Button className="mt-3" onClick={work.retry}>
                  Provjeri ponovno
                </Button>
              )}
            </Notice>
          )}
          {shape && mapping && work.isMapping && (
            <ColumnMapping
              key={shape.sheets.map(({ headingRow }) => headingRow).join()}
              work={work}
              shape={shape}
              mapping={mapping}
            />
          )}
          {preview && <ImportPreview kind={kind} work={work} preview={preview} />}
        </>
      )}
    </section>
  )
}

function Template({ noun, format }: { noun: ImportKind['noun']; format: 'xlsx' | 'csv' }) {
  return (
    <DownloadButton file={() => api('GET', `/${noun}/import-template`, { query: { format } })}>
      <span className="sr-only">Predložak </span>.{format}
    </DownloadButton>
  )
}

interface Props {
  kind: ImportKind
  answer: NonNullable<FileImport['done']>
  onAgain: () => void
}

/** Result of an import, with the success message of rule 11.6. */
function ImportDone({ kind, answer, onAgain }: Props) {
  return (
    <>
      <Notice tone="success" className="mt-3 bg-panel-2">
        <p className="font-bold">{kind.done(answer.imported)}</p>
        {(answer.updated ?? 0) > 0 && (
          <p>Ažurirano gostiju: {formatNumber(answer.updated ?? 0)}.</p>
        )}
        {answer.skipped > 0 && (
          <p>Preskočeno, jer su već na popisu: {formatNumber(answer.skipped)}.</p>
        )}
        {answer.omitted > 0 && <p>Preskočeno u pregledu: {formatNumber(answer.omitted)}.</p>}
      </Notice>
      <Button className="mt-4" onClick={onAgain}>
        Uvezi još
      </Button>
    </>
  )
}

const WORDS = {
  checking: 'Provjeravamo tablicu …',
  reading: 'Čitamo naslove stupaca …',
  importing: 'Uvozimo …',
}

/**
 * Progress of an import: first the upload in percent, then a message that the server is processing
 * the file.
 */
function ImportProgress({ work, sent }: { work: keyof typeof WORDS; sent: number }) {
  const percent = Math.round(sent * 100)
  const isSending = percent < 100
  return (
    <div className="mt-4" role="status">
      <progress
        aria-label={isSending ? 'Slanje datoteke' : WORDS[work]}
        value={isSending ? percent : undefined}
        max={100}
        className="block h-2 w-full accent-accent"
      />
      <p className="mt-1 text-sm tabular-nums">
        {isSending ? `Poslano ${percent} %` : WORDS[work]}
      </p>
    </div>
  )
}

/**
 * Ignores a file that is dropped outside the drop area. Otherwise the browser would leave the page
 * to show the file.
 */
function useStrayFiles() {
  useEffect(() => {
    const stay = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !event.defaultPrevented) {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'none'
      }
    }
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
}
