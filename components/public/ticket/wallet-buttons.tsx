interface Props {
  code: string
  /** Wallets that are configured on this server. */
  wallets: { apple: boolean; google: boolean }
}

const WALLETS = [
  {
    id: 'apple',
    name: 'Apple Wallet',
    // Drawing of cards in a pocket, whose edge has a notch for the thumb.
    back: { x: 1, y: 1, width: 38, height: 30, rx: 5, fill: '#f5f0e3' },
    parts: [
      ['#4aa8ff', 'M4 8a4 4 0 0 1 4-4h24a4 4 0 0 1 4 4v4H4Z'],
      ['#ffc53a', 'M4 10h32v6H4Z'],
      ['#5ed06a', 'M4 14h32v6H4Z'],
      ['#ff6a3d', 'M4 18h32v6H4Z'],
      [
        '#d9d3c3',
        'M4 20h10c2 0 2.500 1 3 2.200a3.300 3.300 0 0 0 6 0c.5-1.200 1-2.200 3-2.200h10v4a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4Z',
      ],
    ],
  },
  {
    id: 'google',
    name: 'Google Wallet',
    // Drawing of a wallet folded over its cards, with a clasp.
    back: { x: 2, y: 2, width: 36, height: 28, rx: 6, fill: '#3b82f6' },
    parts: [
      ['#34a853', 'M2 11a6 6 0 0 1 6-6h24a6 6 0 0 1 6 6v5H2Z'],
      ['#fbbc04', 'M2 15a6 6 0 0 1 6-6h24a6 6 0 0 1 6 6v4H2Z'],
      ['#ea4335', 'M2 19a6 6 0 0 1 6-6h24a6 6 0 0 1 6 6v3H2Z'],
      [
        '#3b82f6',
        'M2 17c6 0 9 2 13 4.500s9 3 14-.5c3-2 6-2.500 9-2.500V24a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6Z',
      ],
    ],
  },
] as const

/** Links that add the ticket to a phone's wallet. Renders nothing if no wallet is configured. */
export function WalletButtons({ code, wallets }: Props) {
  const offered = WALLETS.filter(({ id }) => wallets[id])
  if (offered.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-3">
      {offered.map(({ id, name, back, parts }) => (
        <li key={id} className="min-w-0 flex-[1_1_13rem]">
          <a
            href={`/api/wallet/${id}/${code}`}
            rel="nofollow"
            className="flex min-h-14 items-center justify-center gap-3 rounded-xl border border-paper-2 bg-black px-4 py-2 text-paper hover:bg-ink-3"
          >
            <svg viewBox="0 0 40 32" aria-hidden="true" className="h-9 w-auto flex-none">
              <rect {...back} />
              {parts.map(([fill, d]) => (
                <path key={fill} fill={fill} d={d} />
              ))}
            </svg>
            <span className="leading-tight">
              <span className="block text-sm">Dodaj u </span>
              <span className="block text-xl font-semibold">{name}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
