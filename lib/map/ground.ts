import type { Metres } from './geo'

// Festival ground of the demo, drawn for this project. The floor plans, the map and its overlay are
// all made from these coordinates.

/** Returns the corners of a rectangle, given its north-west corner, width and height. */
export const box = (x: number, y: number, width: number, height: number): Metres[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

/** Returns a circle as a polygon with 48 corners. */
export const disc = ([x, y]: Metres, radius: number): Metres[] =>
  Array.from({ length: 48 }, (_, i) => {
    const angle = (i / 24) * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
  })

/** Area of the floor plan: 420 × 256 m. */
export const FLOOR_PLAN_FRAME = {
  northWest: [316, 372],
  southEast: [736, 628],
} as const satisfies Record<string, Metres>

/**
 * Initial view of the map: the festival ground, and the Tehnički muzej across the street with its
 * name.
 */
export const INITIAL_VIEW = {
  northWest: FLOOR_PLAN_FRAME.northWest,
  southEast: [870, FLOOR_PLAN_FRAME.southEast[1]],
} as const satisfies Record<string, Metres>

export interface Venue {
  id: 'velika-pozornica' | 'paviljon' | 'dvorana' | 'menza'
  number: number
  name: string
  outline: Metres[]
  label: Metres
}

const PAVILION = { centre: [584, 450], radius: 33 } as const satisfies {
  centre: Metres
  radius: number
}

export const VENUES: readonly Venue[] = [
  {
    id: 'velika-pozornica',
    number: 1,
    name: 'Velika pozornica',
    outline: [
      [350, 466],
      [388, 446],
      [388, 558],
      [350, 538],
    ],
    label: [428, 502],
  },
  {
    id: 'paviljon',
    number: 2,
    name: 'Okrugli paviljon',
    outline: disc(PAVILION.centre, PAVILION.radius),
    label: [584, 484],
  },
  {
    id: 'dvorana',
    number: 3,
    name: 'Stara dvorana',
    outline: [
      [352, 402],
      [498, 398],
      [498, 432],
      [470, 432],
      [470, 426],
      [352, 428],
    ],
    label: [406, 414],
  },
  {
    id: 'menza',
    number: 4,
    name: 'Menza',
    outline: [
      [352, 576],
      [452, 574],
      [452, 580],
      [512, 579],
      [512, 603],
      [352, 606],
    ],
    label: [394, 591],
  },
]

/** Audience area of the main stage. */
export const YARD: Metres[] = [
  [390, 440],
  [512, 446],
  [512, 562],
  [390, 564],
]

export const FENCE: Metres[] = [
  [336, 392],
  [660, 386],
  [666, 392],
  [666, 606],
  [660, 612],
  [336, 614],
  [330, 608],
  [330, 398],
]

export const LAWNS: Metres[][] = [
  [
    [532, 398],
    [652, 394],
    [652, 486],
    [604, 492],
    [540, 494],
    [528, 470],
  ],
  [
    [528, 530],
    [650, 540],
    [650, 600],
    [528, 602],
  ],
]

export const PATHS: Metres[][] = [
  [
    [672, 512],
    [600, 510],
    [500, 510],
  ],
  [
    [520, 396],
    [520, 600],
  ],
  [
    [624, 510],
    [622, 470],
    [584, 450],
  ],
  [
    [340, 570],
    [520, 570],
  ],
  [
    [340, 436],
    [520, 440],
  ],
]
