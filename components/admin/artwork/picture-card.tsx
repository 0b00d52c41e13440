'use client'

import { ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { UnreadablePicture, wholePicture } from '@/components/admin/images/picture'
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
  place: PictureName
  item: ArtworkItem
  festivalName: string
}

/**
 * Card of one picture slot. A chosen file is shown as a preview and published only by a second
 * press.
 */
export function PictureCard({ place, item, festivalName }: Props) {
  const { name, usedOn, width, height, tolerance, defaultSrc } = findSlot(place)
  const picker = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const publish = usePublish(item, 'image', name)
  const { chosen, setChosen, setRefusal } = publish
  const preview = useObjectUrl(chosen)
  const stored = item.image ? resizedUrl(item.image, 640) : drawingOf(place, defaultSrc)

  async function take(file: File) {
    setReading(true)
    setChosen(undefined)
    setRefusal(undefined)
    try {
      const picture = await wholePicture(file, Math.max(width, height) * 2)
      const wrong = sizeProblem(place, picture)
      if (wrong) setRefusal(wrong)
      else setChosen(picture.file)
    } catch (refused) {
      if (!(refused instanceof UnreadablePicture)) throw refused
      setRefusal(refused.message)
    } finally {
      setReading(false)
    }
  }

  return (
    <Card
      name={name}
      seen={usedOn}
      needs={
        tolerance === null
          ? `Potrebno: bilo koji omjer, barem ${findSlot(place).minSide} px.`
          : `Potrebno: ${width} × ${height} px${tolerance > 0.2 ? ' ili sličnog oblika' : ', ili veće u istom omjeru'}.`
      }
      item={item}
      shipped={defaultSrc !== undefined}
      publish={publish}
      picture={
        <PagePreview
          place={place}
          src={preview ?? stored}
          alt={chosen ? `${name}: nova slika` : name}
          festivalName={festivalName}
        />
      }
    >
      <Button
        ref={publish.pick}
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
          onDone={publish.seeAgain}
        />
      )}
      <FileInput ref={picker} label={name} accept="image/*" onFile={(file) => void take(file)} />
    </Card>
  )
}

/**
 * URL of the default picture of a slot. For `share` it is the drawing without the festival name,
 * which is added later.
 */
const drawingOf = (place: PictureName, defaultSrc: string | undefined) =>
  place === 'share' ? '/art/og.svg' : defaultSrc
