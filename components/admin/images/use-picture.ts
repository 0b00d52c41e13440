'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { type Area, cut, type OpenPicture, openPicture, turned, UnreadablePicture } from './picture'

interface Work {
  /** Aspect ratio of the card: width divided by height. */
  ratio: number
  /** Whether a picture with another aspect ratio must be cropped before it is accepted. */
  mustFit: boolean
  isLocked: boolean
  /** Whether a chosen file is being opened. */
  isReading: boolean
  setReading: (isReading: boolean) => void
  onChange: (file: File) => void
}

const outOfReach = () => {
  throw new UnreadablePicture('Fotografija se ne može dohvatiti. Provjerite mrežu.')
}

/** Opens a chosen picture file, crops it if needed, and passes the file to upload to `onChange`. */
export function usePicture(work: Work) {
  const { ratio, mustFit, isLocked, isReading, setReading, onChange } = work
  const [cropped, setCropped] = useState<OpenPicture | null>(null)
  const [refusal, setRefusal] = useState<string>()

  /** Runs a step. If the step throws UnreadablePicture, shows its message and ends the cropping. */
  async function attempt(step: () => Promise<void>) {
    try {
      await step()
    } catch (refused) {
      if (!(refused instanceof UnreadablePicture)) throw refused
      setRefusal(refused.message)
      setCropped(null)
    }
  }

  async function open(get: () => Promise<Blob>, isCropping: boolean) {
    if (isReading || cropped || isLocked) return
    setReading(true)
    setRefusal(undefined)
    await attempt(async () => {
      const picture = await openPicture(await get().catch(outOfReach))
      const { width, height } = picture.canvas
      const fits = Math.abs(width / height / ratio - 1) < 0.01
      if (isCropping || (mustFit && !fits)) setCropped(picture)
      else onChange(await cut(picture))
    }).finally(() => setReading(false))
  }

  const turn = () =>
    attempt(async () => {
      if (cropped) setCropped(await turned(cropped))
    })

  const finish = (area: Area) =>
    attempt(async () => {
      if (cropped) onChange(await cut(cropped, area))
      setCropped(null)
    })

  const take = (file: File) => open(async () => file, false)
  return {
    take,
    crop: (get: () => Promise<Blob>) => open(get, true),
    /** Whether a file is being dragged over the page. */
    isDragged: useIncomingFiles(take),
    /**
     * The picture that is being cropped, null if none; the next three functions continue or end the
     * cropping.
     */
    cropped,
    turn,
    finish,
    stopCropping: () => setCropped(null),
    refusal,
    forgetRefusal: () => setRefusal(undefined),
  }
}

/**
 * Passes on files that are dropped anywhere on the page or pasted. Returns whether a file is being
 * dragged. Without this hook, a file dropped next to the field would make the browser leave the
 * page, and typed input would be lost.
 */
function useIncomingFiles(onFile: (file: File) => void) {
  const [isDragged, setDragged] = useState(false)
  const take = useEffectEvent(onFile)

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const takeFirst = (event: Event, files?: FileList) => {
      const file = files?.[0]
      if (!file) return
      event.preventDefault()
      take(file)
    }
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setDragged(true)
      },
      { signal },
    )
    addEventListener('dragleave', (event) => event.relatedTarget === null && setDragged(false), {
      signal,
    })
    addEventListener(
      'drop',
      (event) => {
        setDragged(false)
        if (hasFile(event)) takeFirst(event, event.dataTransfer?.files)
      },
      { signal },
    )
    addEventListener(
      'paste',
      (event) => {
        const copied = event.clipboardData
        // Text copied from a word processor also contains a picture of the text, which is ignored.
        if (!copied?.types.includes('text/plain')) takeFirst(event, copied?.files)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])

  return isDragged
}

/**
 * Returns an object URL that shows a file. The URL is revoked when the file changes or the
 * component unmounts.
 */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return file && url
}
