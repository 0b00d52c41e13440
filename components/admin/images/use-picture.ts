'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import {
  type Area,
  cropPicture,
  type OpenPicture,
  openPicture,
  rotatePicture,
  UnreadablePicture,
} from './picture'

interface PictureOptions {
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

const throwUnreachable = () => {
  throw new UnreadablePicture('Fotografija se ne može dohvatiti. Provjerite mrežu.')
}

/** Opens a chosen picture file, crops it if needed, and passes the file to upload to `onChange`. */
export function usePicture(options: PictureOptions) {
  const { ratio, mustFit, isLocked, isReading, setReading, onChange } = options
  const [cropped, setCropped] = useState<OpenPicture | null>(null)
  const [refusal, setRefusal] = useState<string>()

  /** Runs a step. If the step throws UnreadablePicture, shows its message and ends the cropping. */
  async function attempt(step: () => Promise<void>) {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof UnreadablePicture)) throw error
      setRefusal(error.message)
      setCropped(null)
    }
  }

  async function open(load: () => Promise<Blob>, isCropping: boolean) {
    if (isReading || cropped || isLocked) return
    setReading(true)
    setRefusal(undefined)
    await attempt(async () => {
      const picture = await openPicture(await load().catch(throwUnreachable))
      const { width, height } = picture.canvas
      const fits = Math.abs(width / height / ratio - 1) < 0.01
      if (isCropping || (mustFit && !fits)) setCropped(picture)
      else onChange(await cropPicture(picture))
    }).finally(() => setReading(false))
  }

  const rotate = () =>
    attempt(async () => {
      if (cropped) setCropped(await rotatePicture(cropped))
    })

  const finish = (area: Area) =>
    attempt(async () => {
      if (cropped) onChange(await cropPicture(cropped, area))
      setCropped(null)
    })

  const chooseFile = (file: File) => open(async () => file, false)
  return {
    chooseFile,
    crop: (load: () => Promise<Blob>) => open(load, true),
    /** Whether a file is being dragged over the page. */
    isDragged: useIncomingFiles(chooseFile),
    /**
     * The picture that is being cropped, null if none; the next three functions continue or end the
     * cropping.
     */
    cropped,
    rotate,
    finish,
    stopCropping: () => setCropped(null),
    refusal,
    clearRefusal: () => setRefusal(undefined),
  }
}

/**
 * Passes on files that are dropped anywhere on the page or pasted. Returns whether a file is being
 * dragged. Without this hook, a file dropped next to the field would make the browser leave the
 * page, and typed input would be lost.
 */
function useIncomingFiles(onFile: (file: File) => void) {
  const [isDragged, setDragged] = useState(false)
  const chooseFile = useEffectEvent(onFile)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const chooseFirst = (event: Event, files?: FileList) => {
      const file = files?.[0]
      if (!file) return
      event.preventDefault()
      chooseFile(file)
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
        if (hasFile(event)) chooseFirst(event, event.dataTransfer?.files)
      },
      { signal },
    )
    addEventListener(
      'paste',
      (event) => {
        const copied = event.clipboardData
        // Text copied from a word processor also contains a picture of the text, which is ignored.
        if (!copied?.types.includes('text/plain')) chooseFirst(event, copied?.files)
      },
      { signal },
    )
    return () => controller.abort()
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
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(objectUrl)
    }
  }, [file])
  return file && url
}
