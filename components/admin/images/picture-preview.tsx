import { ImageUp } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import { Spinner } from '@/components/ui/spinner'

interface Props {
  kind: 'photo' | 'logo'
  ratio: number
  /** The address of what is shown, new or stored. */
  src: string | undefined
  isNew: boolean
  isWrong: boolean
  isDragged: boolean
  isReading: boolean
  progress: number | null
}

/** The picture as its card will show it, or the place where it goes. */
export function PicturePreview(props: Props) {
  const { kind, ratio, src, isNew, isWrong, isDragged, isReading, progress } = props
  return (
    <div
      style={{ aspectRatio: src ? ratio : Math.max(ratio, 2) }}
      className={classes(
        'relative grid place-items-center overflow-hidden rounded-md border',
        isWrong ? 'border-stop' : src ? 'border-edge' : 'border-dashed border-edge-2',
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
