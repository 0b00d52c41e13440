'use client'

import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfirmedAction } from '@/components/admin/data/use-confirmed-action'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import type { ArtworkItem } from '@/lib/artwork/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import type { usePublish } from './use-publish'

interface CardProps {
  name: string
  usedOn: string
  requirements: string
  item: ArtworkItem
  /** Whether the slot has a default picture, which is shown until another is uploaded. */
  hasDefault: boolean
  publish: ReturnType<typeof usePublish>
  picture?: ReactNode
  /** Buttons that are always shown, such as those to choose or remove a file. */
  children: ReactNode
}

/** Card of an artwork slot: its current content, the required format, and the buttons. */
export function Card(props: CardProps) {
  const { name, usedOn, requirements, item, hasDefault, publish, picture, children } = props
  const { chosen, refusal, isPending, progress, send, discard } = publish
  return (
    <li className="flex flex-col rounded-lg border border-edge bg-panel p-4">
      {picture}
      <h3 className={picture ? 'mt-3 font-bold' : 'font-bold'}>{name}</h3>
      <p className="text-sm text-muted">{usedOn}</p>
      <p className="mt-2 text-sm wrap-anywhere">
        {chosen ? (
          <strong>Nije objavljeno: {chosen.name}</strong>
        ) : (
          describeContent(item, hasDefault)
        )}
      </p>
      <p className="text-sm text-muted">{requirements}</p>
      {refusal && (
        <Notice tone="error" className="mt-3 bg-panel-2">
          {refusal}
        </Notice>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-3">
        {chosen && (
          <>
            <Button
              look="primary"
              pending={isPending}
              onClick={send}
              aria-label={`${isPending ? progressLabel(progress) : 'Objavi'}: ${name}`}
            >
              {isPending ? progressLabel(progress) : 'Objavi'}
            </Button>
            <Button disabled={isPending} onClick={discard}>
              Odustani
            </Button>
          </>
        )}
        {children}
      </div>
    </li>
  )
}

const progressLabel = (progress: number) =>
  progress < 1 ? `Šaljemo ${Math.round(progress * 100)} %` : 'Obrađujemo …'

function describeContent(
  { image, document, fileName, width, height, updatedAt }: ArtworkItem,
  hasDefault: boolean,
) {
  if (!image && !document) return hasDefault ? 'Isporučeni crtež.' : 'Nema ničega.'
  const parts = [
    fileName,
    width && `${width} × ${height} px`,
    updatedAt && formatDateTime(updatedAt),
  ]
  return parts.filter(Boolean).join(' · ')
}

interface RestoreDefaultProps {
  item: ArtworkItem
  name: string
  yes: string
  question: string
  onDone: () => void
}

/**
 * Button that removes an uploaded file after a confirmation. The default artwork, if any, is shown
 * again.
 */
export function RestoreDefaultButton({ item, name, yes, question, onDone }: RestoreDefaultProps) {
  const { ask, confirmProps } = useConfirmedAction({
    call: () => api('DELETE', '/artwork/[place]', { params: { place: item.place } }),
    invalidates: ['artwork'],
    successMessage: `${name}: uklonjeno.`,
    onDone,
  })
  return (
    <>
      <Button onClick={ask} aria-label={`${yes}: ${name}`}>
        <Undo2 aria-hidden="true" className="size-5" />
        {yes}
      </Button>
      <Confirm {...confirmProps} question={question} yes={yes} danger>
        <p>Posjetitelji promjenu vide odmah. Vaša se slika ne čuva.</p>
      </Confirm>
    </>
  )
}
