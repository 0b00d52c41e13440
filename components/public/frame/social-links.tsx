import type { Festival } from '@/lib/settings/types'

/** Drawn here on a 24 px grid: three strokes are not worth an icon package. */
const ICONS = {
  Instagram:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3V7a3 3 0 0 0-3-3Zm5 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm5.5-4a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  Facebook:
    'M13.5 22v-8.5h3l.5-3.5h-3.5V7.8c0-1 .4-1.8 1.9-1.8H17V2.9c-.5-.1-1.4-.2-2.3-.2-2.9 0-4.7 1.7-4.7 4.7V10H7v3.5h3V22Z',
  TikTok:
    'M12.5 2h3.3c.2 2.4 1.800 4.2 4.2 4.5v3.3c-1.6 0-3-.5-4.2-1.3v6.7a6.3 6.3 0 1 1-5.4-6.2v3.4a3 3 0 1 0 2.1 2.8Z',
}

export function SocialLinks({ festival }: { festival: Festival }) {
  const links = [
    ['Instagram', festival.instagramUrl],
    ['Facebook', festival.facebookUrl],
    ['TikTok', festival.tiktokUrl],
  ] as const
  return (
    <ul className="flex gap-2">
      {links.map(([name, url]) => (
        <li key={name}>
          <a
            href={url}
            target="_blank"
            rel="noopener"
            className="grid size-12 place-items-center bg-ink-3 text-paper transition-colors hover:bg-signal hover:text-ink motion-reduce:transition-none"
          >
            <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-current">
              <path fillRule="evenodd" d={ICONS[name]} />
            </svg>
            <span className="sr-only">{name} (otvara se u novoj kartici)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
