'use client'

import { useState } from 'react'
import { cut, type OpenPicture, openPicture, UnreadablePicture } from './picture'
import { useIncomingFiles } from './use-incoming-files'

interface Work {
  /** Width by height of the card. */
  ratio: number
  /** Whatever does not fit the card is cropped before it is taken. */
  mustFit: boolean
  isLocked: boolean
  onChange: (file: File) => void
}

const outOfReach = () => {
  throw new UnreadablePicture('Fotografija se ne može dohvatiti. Provjerite mrežu.')
}

/** What becomes of a file from its choice to the moment it is ready to be sent. */
export function usePicture({ ratio, mustFit, isLocked, onChange }: Work) {
  const [cropped, setCropped] = useState<OpenPicture | null>(null)
  const [isReading, setReading] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function work(get: () => Promise<Blob>, isCropping: boolean) {
    if (isReading || cropped || isLocked) return
    setReading(true)
    setRefusal(undefined)
    try {
      const picture = await openPicture(await get().catch(outOfReach))
      const { width, height } = picture.canvas
      const fits = Math.abs(width / height / ratio - 1) < 0.01
      if (isCropping || (mustFit && !fits)) setCropped(picture)
      else onChange(await cut(picture))
    } catch (refused) {
      if (!(refused instanceof UnreadablePicture)) throw refused
      setRefusal(refused.message)
    } finally {
      setReading(false)
    }
  }

  const take = (file: File) => work(async () => file, false)
  return {
    take,
    crop: (get: () => Promise<Blob>) => work(get, true),
    /** Something is being dragged over the page. */
    isDragged: useIncomingFiles(take),
    cropped,
    stopCropping: () => setCropped(null),
    isReading,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
  }
}
