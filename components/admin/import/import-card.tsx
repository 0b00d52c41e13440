'use client'

import { useId } from 'react'
import { DownloadButton } from '@/components/admin/data/download-button'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/http/client'
import { FileChoice } from './file-choice'
import { ImportDone } from './import-done'
import { ImportPreview } from './import-preview'
import { ImportProgress } from './import-progress'
import { FAILED, type ImportKind } from './kinds'
import { useFileImport } from './use-file-import'

/** One upload: what the table must look like, the choice, what would happen, and what did. */
export function ImportCard({ kind }: { kind: ImportKind }) {
  const { noun, title, icon: Icon, columns, note } = kind
  const id = useId()
  const work = useFileImport(noun)
  const { file, preview, done, problem } = work
  const isAtWork = work.work !== null
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-lg border border-edge bg-panel p-4 md:p-5"
    >
      <LeaveGuard isDirty={isAtWork || (preview !== null && done === null)} />
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
              <p className="font-bold">{FAILED}</p>
              <p>{problem}</p>
              {file && (
                <Button className="mt-3" onClick={() => work.choose(file)}>
                  Provjeri ponovno
                </Button>
              )}
            </Notice>
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
