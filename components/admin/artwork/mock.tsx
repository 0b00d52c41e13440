import { type ComponentType, Fragment, type ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import type { PictureName } from '@/lib/artwork/rules'

interface Props {
  slot: PictureName
  /** URL of the picture; undefined if the slot is empty. */
  src: string | undefined
  alt: string
  festivalName: string
}

/** Preview of a picture: draws the part of the public page that shows it, once per device. */
export function PagePreview(props: Props) {
  const { slot, src } = props
  if (!src)
    return (
      <PreviewBox>
        <p className="max-w-40 text-center text-sm text-muted">Posjetitelji ovdje ne vide ništa.</p>
      </PreviewBox>
    )
  return (
    <PreviewBox>
      {(VIEWS[slot] ?? VENUES).map(({ frame: Frame = Fragment, part: Part, ...more }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the views of a slot never change their order
        <Frame key={i}>
          <Part {...props} src={src} {...more} />
        </Frame>
      ))}
    </PreviewBox>
  )
}

const PreviewBox = ({ children }: { children: ReactNode }) => (
  <div className="flex h-52 items-center justify-center gap-3 overflow-hidden rounded-md bg-panel-2 p-3">
    {children}
  </div>
)

interface PartProps extends Props {
  src: string
  /** Whether the picture is drawn in the portrait layout of a phone. */
  isTall?: true
  /** Title of the public page that shows the picture. */
  title?: string
}

interface ScreenProps {
  children: ReactNode
}

/**
 * Frame of a device screen. It has the colours of the public site, because it shows a part of that
 * site.
 */
const Screen = ({ shape, children }: ScreenProps & { shape: string }) => (
  <div
    className={classes(
      '@container relative overflow-hidden rounded-md border-2 border-edge-2 bg-ink text-paper',
      shape,
    )}
  >
    {children}
  </div>
)

const Desktop = (props: ScreenProps) => (
  <Screen shape="aspect-[16/10] max-h-full w-full max-w-80 min-w-0" {...props} />
)
const Tablet = (props: ScreenProps) => <Screen shape="aspect-[3/4] h-full" {...props} />
const Phone = (props: ScreenProps) => <Screen shape="aspect-[9/17] h-full shrink-0" {...props} />

const Art = ({ src, alt, className }: Pick<PartProps, 'src' | 'alt'> & { className: string }) => (
  // biome-ignore lint/performance/noImgElement: may be a file that has not been sent yet
  <img src={src} alt={alt} className={className} />
)

/** Placeholder for text that is not part of the picture. */
const Lines = ({ className }: { className: string }) => (
  <div aria-hidden="true" className={className}>
    <div className="h-[3cqi] w-3/4 bg-signal" />
    <div className="mt-[2cqi] h-[2cqi] w-1/2 bg-paper-2" />
  </div>
)

const Lettering = ({ children, className }: { children: ReactNode; className: string }) => (
  <p
    aria-hidden="true"
    className={classes(
      'font-display leading-none font-black whitespace-nowrap uppercase',
      className,
    )}
  >
    {children}
  </p>
)

function Hero({ src, alt, festivalName, isTall }: PartProps) {
  const name = (
    <Lettering className="text-[15cqi] [-webkit-text-stroke:0.6cqi_var(--color-ink)] [paint-order:stroke]">
      {festivalName}
    </Lettering>
  )
  if (isTall)
    return (
      <>
        <div className="relative h-[58%]">
          <Art src={src} alt={alt} className="size-full object-cover object-bottom" />
        </div>
        <div className="px-[3cqi] pt-[2cqi]">{name}</div>
        <Lines className="p-[5cqi] pt-[2cqi]" />
      </>
    )
  return (
    <>
      <Lines className="absolute top-[6%] left-[3cqi] w-1/2" />
      <Art
        src={src}
        alt={alt}
        className={classes(
          'absolute inset-x-0 top-[24%] h-[46%] w-full',
          src.startsWith('/art/') ? 'object-cover object-right' : 'object-contain object-bottom',
        )}
      />
      <div className="absolute bottom-[1cqi] left-[2cqi]">{name}</div>
    </>
  )
}

function ComingSoon({ src, alt, festivalName, isTall }: PartProps) {
  return (
    <>
      <Art src={src} alt={alt} className="absolute inset-0 size-full object-cover" />
      <div
        className={
          isTall ? 'absolute inset-x-[4cqi] top-[11%]' : 'absolute bottom-[30%] left-[3cqi]'
        }
      >
        <Lettering className="text-[6cqi] text-signal">Uskoro</Lettering>
        <Lettering className={isTall ? 'text-[15cqi]' : 'text-[9cqi]'}>{festivalName}</Lettering>
      </div>
    </>
  )
}

function ShareCard({ src, alt, festivalName }: PartProps) {
  return (
    <div className="@container w-full max-w-64 overflow-hidden rounded-lg border border-edge bg-panel">
      <Art src={src} alt={alt} className="aspect-[1200/630] w-full object-cover object-bottom" />
      <p aria-hidden="true" className="px-3 py-2 text-sm font-semibold">
        {festivalName}
        <span className="block font-normal text-muted">Noć kojom počinje fakultet</span>
      </p>
    </div>
  )
}

function Bar({ src, alt }: PartProps) {
  return (
    <div className="flex items-center gap-[4cqi] border-b border-ink-3 p-[3cqi]">
      <Art src={src} alt={alt} className="size-[14cqi] object-contain" />
      {['w-[14cqi]', 'w-[18cqi]', 'w-[12cqi]'].map((width) => (
        <div key={width} aria-hidden="true" className={classes('h-[3cqi] bg-paper-2', width)} />
      ))}
    </div>
  )
}

const HomeIcon = ({ src, festivalName }: PartProps) => (
  <div aria-hidden="true" className="w-20 shrink-0 text-center text-xs">
    <Art src={src} alt="" className="mx-auto size-16 rounded-2xl object-cover" />
    <p className="mt-1 truncate">{festivalName}</p>
  </div>
)

function Page({ src, alt, title }: PartProps) {
  return (
    <div className="p-[4cqi]">
      <Lettering className="mb-[3cqi] text-[10cqi] text-signal">{title}</Lettering>
      <Art src={src} alt={alt} className="w-full" />
    </div>
  )
}

function Venues({ src, alt, isTall }: PartProps) {
  return (
    <div className={classes('grid gap-[4cqi] p-[4cqi]', !isTall && 'grid-cols-2')}>
      <div>
        <Art src={src} alt={isTall ? '' : alt} className="aspect-[4/3] w-full object-cover" />
        <div aria-hidden="true" className="-mt-[2cqi] h-[5cqi] w-2/3 -rotate-2 bg-paper" />
      </div>
      <div aria-hidden="true" className="aspect-[4/3] bg-ink-3" />
    </div>
  )
}

const MapPart = ({ src, alt }: PartProps) => (
  <div className="p-[4cqi]">
    <Art src={src} alt={alt} className="aspect-square max-h-full w-full object-cover" />
  </div>
)

const Overlay = (props: PartProps) => (
  <Art {...props} className="size-full object-contain p-[4cqi]" />
)

interface View {
  /**
   * Device frame around the preview; undefined for a picture outside the site, such as that of a
   * shared link.
   */
  frame?: ComponentType<ScreenProps>
  part: ComponentType<PartProps>
  isTall?: true
  title?: string
  alt?: ''
}

const VENUES: View[] = [
  { frame: Desktop, part: Venues },
  { frame: Phone, part: Venues, isTall: true },
]

/**
 * Previews of each artwork slot. A slot that is not listed is the picture of a venue (`VENUES`).
 */
const VIEWS: Partial<Record<PictureName, View[]>> = {
  poster: [{ frame: Desktop, part: Hero }],
  'poster-tall': [{ frame: Phone, part: Hero, isTall: true }],
  'coming-soon': [{ frame: Desktop, part: ComingSoon }],
  'coming-soon-tall': [{ frame: Phone, part: ComingSoon, isTall: true }],
  share: [{ part: ShareCard }],
  mark: [{ frame: Desktop, part: Bar }, { part: HomeIcon }],
  schedule: [{ frame: Desktop, part: Page, title: 'Satnica' }],
  'schedule-tall': [{ frame: Phone, part: Page, title: 'Satnica' }],
  'floor-plan-desktop': [{ frame: Desktop, part: Page, title: 'Tlocrt' }],
  'floor-plan-tablet': [{ frame: Tablet, part: Page, title: 'Tlocrt' }],
  'floor-plan-mobile': [{ frame: Phone, part: Page, title: 'Tlocrt' }],
  campus: [
    { frame: Desktop, part: MapPart },
    { frame: Phone, part: MapPart, alt: '' },
  ],
  'map-overlay': [{ frame: Desktop, part: Overlay }],
}
