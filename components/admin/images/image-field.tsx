'use client'

import { Camera, Crop, ImageUp, Undo2 } from 'lucide-react'
import { type Ref, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { FileInput } from '@/components/ui/file-input'
import { Spinner } from '@/components/ui/spinner'
import { CropDialog } from './crop-dialog'
import { useObjectUrl, usePicture } from './use-picture'

interface Props {
  label: string
  /** Kind of picture: a photograph is cropped to fill its card, a logo is shown whole. */
  kind: 'photo' | 'logo'
  /** Aspect ratio of the card: width divided by height. */
  ratio: number
  /** New picture to be uploaded. Undefined keeps the stored picture. */
  value: File | undefined
  onChange: (file: File | undefined) => void
  /** URL of the stored picture. */
  stored?: string
  error?: string
  /** Upload progress from 0 to 1; null while nothing is being sent. */
  progress: number | null
  /** Whether a chosen file is still being opened, so that it cannot be sent yet. */
  isReading: boolean
  setReading: (isReading: boolean) => void
  /** Button that gets the focus when the picture has a validation error. */
  ref?: Ref<HTMLButtonElement>
}

/**
 * Field for a picture that is chosen, dropped, pasted or photographed. The picture is cropped and
 * scaled down before the upload.
 */
export function ImageField(props: Props) {
  const { label, kind, ratio, value, onChange, stored, error, progress, ref } = props
  const { isReading, setReading } = props
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isLocked = progress !== null
  const mustFit = kind === 'photo'
  const picture = usePicture({ ratio, mustFit, isLocked, isReading, setReading, onChange })
  const preview = useObjectUrl(value)
  const src = preview ?? stored
  const problem = picture.refusal ?? error
  const isBusy = isReading || isLocked

  /**
   * Props of a button that does nothing while the field is busy. `aria-disabled` is used instead of
   * `disabled`, so that the button can get the focus as soon as an error is shown.
   */
  const button = (action: () => void) => ({
    onClick: () => isBusy || action(),
    'aria-disabled': isBusy || undefined,
  })
  const read = async () => value ?? (await fetch(stored ?? '')).blob()

  function restoreStored() {
    picture.clearRefusal()
    onChange(undefined)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be placed
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-note`}>
      <p id={`${id}-label`} className="mb-1 text-sm font-semibold">
        {label}
      </p>
      <PicturePreview
        kind={kind}
        ratio={ratio}
        src={src}
        progress={progress}
        isReading={isReading}
        isNew={value !== undefined}
        hasError={problem !== undefined}
        isDragged={picture.isDragged}
      />
      <p
        id={`${id}-note`}
        role={problem ? 'alert' : undefined}
        className={classes('mt-1 text-sm', problem ? 'text-stop' : 'text-muted')}
      >
        {problem ?? 'Velike fotografije smanjuju se prije slanja.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button ref={ref} {...button(() => picker.current?.click())}>
          <ImageUp aria-hidden="true" className="size-5" />
          <span>{src ? 'Zamijeni' : 'Odaberi'}</span>
        </Button>
        <Button {...button(() => camera.current?.click())} className="pointer-fine:hidden">
          <Camera aria-hidden="true" className="size-5" />
          Snimi
        </Button>
        {src && (
          <Button {...button(() => picture.crop(read))}>
            <Crop aria-hidden="true" className="size-5" />
            Obreži
          </Button>
        )}
        {value && (
          <Button {...button(restoreStored)}>
            <Undo2 aria-hidden="true" className="size-5" />
            <span>{stored ? 'Vrati staru' : 'Ukloni'}</span>
          </Button>
        )}
      </div>
      <FileInput ref={picker} label={label} accept="image/*" onFile={picture.chooseFile} />
      <FileInput
        ref={camera}
        label={`${label}: snimi`}
        accept="image/*"
        onFile={picture.chooseFile}
        isCamera
      />
      {picture.cropped && (
        <CropDialog
          picture={picture.cropped}
          ratio={ratio}
          mayShrink={kind === 'logo'}
          onRotate={picture.rotate}
          onCrop={picture.finish}
          onClose={picture.stopCropping}
        />
      )}
    </div>
  )
}

interface PicturePreviewProps {
  kind: 'photo' | 'logo'
  ratio: number
  /** URL of the new or stored picture. */
  src: string | undefined
  isNew: boolean
  hasError: boolean
  isDragged: boolean
  isReading: boolean
  progress: number | null
}

/** Shows the picture as its card will show it, or an empty frame with instructions. */
function PicturePreview(props: PicturePreviewProps) {
  const { kind, ratio, src, isNew, hasError, isDragged, isReading, progress } = props
  return (
    <div
      style={{ aspectRatio: src ? ratio : Math.max(ratio, 2) }}
      className={classes(
        'relative grid place-items-center overflow-hidden rounded-md border',
        hasError ? 'border-stop' : src ? 'border-edge' : 'border-dashed border-edge-2',
        src && kind === 'logo' ? 'bg-ink-2' : 'bg-panel',
        isDragged && 'outline-3 outline-offset-2 outline-accent',
      )}
    >
      {src ? (
        // biome-ignore lint/performance/noImgElement: may be a file that has not been sent yet
        <img
          src={src}
          alt={isNew ? 'Nova fotografija' : 'Sadašnja fotografija'}
          className={classes(
            'absolute inset-0 size-full',
            kind === 'logo' ? 'object-contain p-[4%]' : 'object-cover',
          )}
        />
      ) : (
        <p className="max-w-60 p-4 text-center text-sm text-muted">
          <ImageUp aria-hidden="true" className="mx-auto mb-2 size-8" />
          Odaberite fotografiju
          <span className="pointer-coarse:hidden">, dovucite je ovamo ili je zalijepite</span>.
        </p>
      )}
      {isReading && (
        <p
          role="status"
          className="absolute inset-0 flex items-center justify-center gap-3 bg-panel font-semibold"
        >
          <Spinner /> Čitamo fotografiju …
        </p>
      )}
      {progress !== null && <Progress percent={Math.round(progress * 100)} />}
    </div>
  )
}

function Progress({ percent }: { percent: number }) {
  return (
    <div className="absolute inset-x-0 bottom-0 bg-panel p-3">
      <progress
        aria-label="Slanje fotografije"
        value={percent}
        max={100}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-panel-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-panel-2 [&::-webkit-progress-value]:bg-accent"
      />
      <p className="mt-1 text-sm tabular-nums">
        {percent < 100 ? `Poslano ${percent} %` : 'Obrađujemo fotografiju …'}
      </p>
    </div>
  )
}
