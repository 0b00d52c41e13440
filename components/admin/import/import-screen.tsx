'use client'

import { BookUser, Users } from 'lucide-react'
import { useEffect, useId } from 'react'
import { DownloadButton } from '@/components/admin/data/download-button'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { ScreenHead } from '@/components/admin/data/screen-head'
import type { ImportKind } from '@/components/admin/import/import-values'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'
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
          <ImportCard key={kind.entity} kind={kind} />
        ))}
      </div>
    </>
  )
}

const FAILURE_MESSAGE = 'Import unsuccessful!'

const KINDS: ImportKind[] = [
  {
    entity: 'guests',
    title: 'Gosti',
    icon: BookUser,
    columns: ['name', 'surname', 'jmbag', 'email', 'tag', 'bought', 'entered'],
    labels: COLUMN_LABELS,
    note: 'Prazan tag znači Brucoši, prazni bought i entered znače 0. Može se uvesti i tablica iz Izvoza.',
    other: 'Tablicu s drukčijim naslovima pokušat ćemo pročitati, pa potvrdite što je što.',
    successMessage: (n) => `Import successful! Imported ${n} guests.`,
  },
  {
    entity: 'users',
    title: 'Korisnici',
    icon: Users,
    columns: ['name', 'email', 'privilege'],
    labels: { name: 'Ime i prezime', email: 'E-mail', privilege: 'Privilegija' },
    note: 'Privilegija je broj od 0 do 4. Prazno ime upisuje se pri prvoj prijavi.',
    successMessage: (n) => `Import successful! Imported ${n} users.`,
  },
]

/** Card of one import: the required columns, the file choice, the preview and the result. */
export function ImportCard({ kind }: { kind: ImportKind }) {
  const { entity, title, icon: Icon, columns, note } = kind
  const id = useId()
  const fileImport = useFileImport(entity)
  const { file, shape, mapping, preview, result, problem } = fileImport
  const isBusy = fileImport.step !== null
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-edge bg-panel p-4 md:p-5"
    >
      <LeaveGuard isDirty={isBusy || ((preview ?? shape) !== null && result === null)} />
      <h2 id={id} className="flex items-center gap-2 text-lg font-bold">
        <Icon aria-hidden="true" className="size-5 text-muted" />
        {title}
      </h2>
      {result ? (
        <ImportDone kind={kind} result={result} onAgain={fileImport.reset} />
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
            <Template entity={entity} format="xlsx" />
            <Template entity={entity} format="csv" />
          </p>
          <FileChoice
            label={title}
            file={file}
            isLocked={isBusy}
            onChoose={fileImport.choose}
            onClear={fileImport.reset}
          />
          {fileImport.step && <ImportProgress step={fileImport.step} sent={fileImport.sent} />}
          {problem && (
            <Notice tone="error" className="mt-4 bg-panel-2">
              <p className="font-bold">{kind.errorMessage ?? FAILURE_MESSAGE}</p>
              <p>{problem}</p>
              {file && (
                <Button className="mt-3" onClick={fileImport.retry}>
                  Provjeri ponovno
                </Button>
              )}
            </Notice>
          )}
          {shape && mapping && fileImport.isMapping && (
            <ColumnMapping
              key={shape.sheets.map(({ headingRow }) => headingRow).join()}
              fileImport={fileImport}
              shape={shape}
              mapping={mapping}
            />
          )}
          {preview && <ImportPreview kind={kind} fileImport={fileImport} preview={preview} />}
        </>
      )}
    </section>
  )
}

function Template({ entity, format }: { entity: ImportKind['entity']; format: 'xlsx' | 'csv' }) {
  return (
    <DownloadButton file={() => api('GET', `/${entity}/import-template`, { query: { format } })}>
      <span className="sr-only">Predložak </span>.{format}
    </DownloadButton>
  )
}

interface Props {
  kind: ImportKind
  result: NonNullable<FileImport['result']>
  onAgain: () => void
}

/** Result of an import, with the success message of rule 11.6. */
function ImportDone({ kind, result, onAgain }: Props) {
  return (
    <>
      <Notice tone="success" className="mt-3 bg-panel-2">
        <p className="font-bold">{kind.successMessage(result.imported)}</p>
        {(result.updated ?? 0) > 0 && (
          <p>Ažurirano gostiju: {formatNumber(result.updated ?? 0)}.</p>
        )}
        {result.skipped > 0 && (
          <p>Preskočeno, jer su već na popisu: {formatNumber(result.skipped)}.</p>
        )}
        {result.omitted > 0 && <p>Preskočeno u pregledu: {formatNumber(result.omitted)}.</p>}
      </Notice>
      <Button className="mt-4" onClick={onAgain}>
        Uvezi još
      </Button>
    </>
  )
}

const STEP_LABELS = {
  checking: 'Provjeravamo tablicu …',
  reading: 'Čitamo naslove stupaca …',
  importing: 'Uvozimo …',
}

/**
 * Progress of an import: first the upload in percent, then a message that the server is processing
 * the file.
 */
function ImportProgress({ step, sent }: { step: keyof typeof STEP_LABELS; sent: number }) {
  const percent = Math.round(sent * 100)
  const isSending = percent < 100
  return (
    <div className="mt-4" role="status">
      <progress
        aria-label={isSending ? 'Slanje datoteke' : STEP_LABELS[step]}
        value={isSending ? percent : undefined}
        max={100}
        className="block h-2 w-full accent-accent"
      />
      <p className="mt-1 text-sm tabular-nums">
        {isSending ? `Poslano ${percent} %` : STEP_LABELS[step]}
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
    const ignoreFile = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') && !event.defaultPrevented) {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'none'
      }
    }
    addEventListener('dragover', ignoreFile)
    addEventListener('drop', ignoreFile)
    return () => {
      removeEventListener('dragover', ignoreFile)
      removeEventListener('drop', ignoreFile)
    }
  }, [])
}
