'use client'

import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { readWholePicture, UnreadablePicture } from '@/components/admin/images/picture'
import { useObjectUrl } from '@/components/admin/images/use-picture'
import { resizedUrl } from '@/components/public/picture'
import { Button } from '@/components/ui/button'
import { FileInput } from '@/components/ui/file-input'
import { findSlot, type PictureName, sizeProblem } from '@/lib/artwork/rules'
import type { ArtworkItem } from '@/lib/artwork/schema'
import { PagePreview } from './mock'
import { Card, RestoreDefaultButton } from './parts'
import { usePublish } from './use-publish'

interface Props {
  slot: PictureName
  item: ArtworkItem
  festivalName: string
}

/**
 * Card of one picture slot. A chosen file is shown as a preview and published only by a second
 * press.
 */
export function PictureCard({ slot, item, festivalName }: Props) {
  const { name, usedOn, width, height, tolerance, defaultSrc } = findSlot(slot)
  const picker = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const publish = usePublish(item, 'image', name)
  const { chosen, setChosen, setRefusal } = publish
  const preview = useObjectUrl(chosen)
  const stored = item.image ? resizedUrl(item.image, 640) : defaultPictureUrl(slot, defaultSrc)

  async function chooseFile(file: File) {
    setReading(true)
    setChosen(undefined)
    setRefusal(undefined)
    try {
      const picture = await readWholePicture(file, Math.max(width, height) * 2)
      const problem = sizeProblem(slot, picture)
      if (problem) setRefusal(problem)
      else setChosen(picture.file)
    } catch (error) {
      if (!(error instanceof UnreadablePicture)) throw error
      setRefusal(error.message)
    } finally {
      setReading(false)
    }
  }

  return (
    <Card
      name={name}
      usedOn={usedOn}
      requirements={
        tolerance === null
          ? `Potrebno: bilo koji omjer, barem ${findSlot(slot).minSide} px.`
          : `Potrebno: ${width} × ${height} px${tolerance > 0.2 ? ' ili sličnog oblika' : ', ili veće u istom omjeru'}.`
      }
      item={item}
      hasDefault={defaultSrc !== undefined}
      publish={publish}
      picture={
        <PagePreview
          slot={slot}
          src={preview ?? stored}
          alt={chosen ? `${name}: nova slika` : name}
          festivalName={festivalName}
        />
      }
    >
      <Button
        ref={publish.pickButton}
        pending={isReading}
        onClick={() => picker.current?.click()}
        aria-label={`${item.image ? 'Zamijeni' : 'Odaberi sliku'}: ${name}`}
      >
        <ImageUp aria-hidden="true" className="size-5" />
        <span>{item.image ? 'Zamijeni' : 'Odaberi sliku'}</span>
      </Button>
      {item.image && (
        <RestoreDefaultButton
          item={item}
          name={name}
          yes={defaultSrc ? 'Vrati crtež' : 'Ukloni'}
          question={
            defaultSrc
              ? `Vratiti isporučeni crtež (${name})?`
              : `Ukloniti sliku sa stranice (${name})?`
          }
          onDone={publish.updateSeen}
        />
      )}
      <FileInput
        ref={picker}
        label={name}
        accept="image/*"
        onFile={(file) => void chooseFile(file)}
      />
    </Card>
  )
}

/**
 * URL of the default picture of a slot. For `share` it is the drawing without the festival name,
 * which is added later.
 */
const defaultPictureUrl = (slot: PictureName, defaultSrc: string | undefined) =>
  slot === 'share' ? '/art/og.svg' : defaultSrc
