'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { type Area, cut, type OpenPicture, openPicture, turned, UnreadablePicture } from './picture'

interface Work {
  /** Width by height of the card. */
  ratio: number
  /** Whatever does not fit the card is cropped before it is taken. */
  mustFit: boolean
  isLocked: boolean
  /** A file has been chosen and is being opened. */
  isReading: boolean
  setReading: (isReading: boolean) => void
  onChange: (file: File) => void
}

const outOfReach = () => {
  throw new UnreadablePicture('Fotografija se ne može dohvatiti. Provjerite mrežu.')
}

/** What becomes of a file from its choice to the moment it is ready to be sent. */
export function usePicture(work: Work) {
  const { ratio, mustFit, isLocked, isReading, setReading, onChange } = work
  const [cropped, setCropped] = useState<OpenPicture | null>(null)
  const [refusal, setRefusal] = useState<string>()

  /** Says why it could not be done, instead of the file being taken. */
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
    /** Something is being dragged over the page. */
    isDragged: useIncomingFiles(take),
    /** What is being cropped, and how that goes on. */
    cropped,
    turn,
    finish,
    stopCropping: () => setCropped(null),
    refusal,
    forgetRefusal: () => setRefusal(undefined),
  }
}

/**
 * Files that are dropped anywhere on the page, or pasted. One that misses its field is taken
 * too: the browser would leave the page, and all that was typed, to show it.
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
        // Text that a word processor has copied brings its own picture along.
        if (!copied?.types.includes('text/plain')) takeFirst(event, copied?.files)
      },
      { signal },
    )
    return () => stop.abort()
  }, [])

  return isDragged
}

/** An address by which a file of this page is shown, as long as it is. */
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
