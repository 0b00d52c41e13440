import type { Metres } from './geo'
import { box, disc } from './ground'

// Surroundings of the festival ground, drawn by hand: good enough for orientation, not a survey.

/** Parses a list of number groups that are separated by commas. */
const numbers = (text: string) =>
  text.split(',').map((group) => group.trim().split(/\s+/).map(Number))

const path = (text: string): Metres[] => numbers(text).map(([x = 0, y = 0]) => [x, y])

interface Street {
  /**
   * Street name, placed so that the initial view of a phone or a desktop shows the whole name or
   * none of it.
   */
  name?: { text: string; at: Metres /** Degrees, clockwise. */; turn: number }
  /** Width in metres. */
  width: number
  line: Metres[]
}

const SAVSKA: Metres[] = path('752 -220, 724 240, 708 500, 692 760, 666 1220')

export const STREETS: readonly Street[] = [
  { name: { text: 'Savska cesta', at: [708, 500], turn: -86.5 }, width: 26, line: SAVSKA },
  {
    name: { text: 'Kranjčevićeva ulica', at: [470, 203], turn: 2.4 },
    width: 16,
    line: path('-220 186, 300 196, 727 214'),
  },
  {
    name: { text: 'Ulica grada Vukovara', at: [470, 900], turn: -1.6 },
    width: 24,
    line: path('-220 908, 400 902, 684 894, 1220 880'),
  },
  {
    name: { text: 'Unska ulica', at: [818, 602], turn: -1.7 },
    width: 14,
    line: path('702 606, 900 600, 1220 606'),
  },
  { width: 12, line: path('226 194, 216 500, 206 904') },
  { width: 12, line: path('946 -220, 930 600, 920 886, 912 1220') },
  { width: 10, line: path('218 690, 480 684, 696 680') },
  { width: 10, line: path('720 330, 938 320, 1220 324') },
  { width: 10, line: path('-220 540, 216 530') },
  { width: 10, line: path('460 902, 452 1220') },
  { width: 10, line: path('0 190, -10 -220') },
  { width: 10, line: path('480 204, 474 96') },
]

export const RAILWAY: Metres[] = path('-220 96, 400 74, 800 50, 1220 34')

export const PARKS: Metres[][] = [
  box(240, 224, 210, 130),
  path('340 640, 676 632, 672 668, 340 676'),
  box(-220, 560, 400, 320),
  path('772 344, 922 338, 922 392, 772 398'),
  box(962, 640, 260, 220),
  box(246, 930, 190, 110),
]

/** Running track in the western park. */
export const TRACK = { outer: disc([0, 720], 110), inner: disc([0, 720], 74) }

/** Buildings by area: north-west corner, width and height in metres. */
const BUILDINGS_BY_AREA = {
  'along Kranjčevićeva, north': `
    -200 118 60 48, -120 120 80 46, 24 112 90 56, 130 114 70 56, 246 112 96 62,
    360 110 90 66, 506 104 80 76
  `,
  'south of it': `
    -200 212 90 60, -90 214 70 60, 0 216 110 58, 130 220 70 54, -190 300 60 200,
    -100 304 110 40, -100 380 110 40, -100 456 110 40, 40 304 46 190, 112 300 76 70,
    112 396 76 100, 480 236 100 44, 604 236 84 58, 480 300 60 50, 566 316 116 34
  `,
  'west of the ground': `
    240 396 62 60, 240 476 62 44, 240 540 62 96
  `,
  'south of the ground': `
    240 706 120 54, 380 704 70 54, 474 706 84 50, 582 704 92 60, 236 786 60 86,
    320 786 150 40, 320 842 150 34, 494 782 70 94, 586 790 86 80
  `,
  'east of Savska': `
    770 -120 150 60, 770 80 60 60, 850 76 70 62, 766 166 150 40, 764 230 66 76,
    852 226 66 80, 748 620 60 74, 752 812 70 54, 840 818 70 48, 960 70 90 110,
    1070 66 130 110, 960 210 240 40, 960 268 240 36, 960 344 80 90, 1060 344 140 90,
    958 456 100 124, 1080 456 120 50, 1080 530 120 50
  `,
  'beyond the railway': `
    -200 -140 160 170, 20 -140 120 160, 170 -140 130 70, 170 -40 130 60, 330 -140 90 160,
    450 -150 130 150, 610 -150 110 130, 970 -140 220 120
  `,
  'beyond Vukovarska': `
    -200 940 180 90, 0 940 190 60, 0 1030 190 110, 246 1062 190 84, 484 936 70 200,
    576 936 76 90, 576 1050 72 90, 700 930 90 110, 812 926 84 60, 700 1062 196 80,
    944 916 120 220, 1090 912 110 220
  `,
}

export const BUILDINGS: Metres[][] = Object.values(BUILDINGS_BY_AREA)
  .flatMap((row) => numbers(row))
  .map(([x = 0, y = 0, width = 0, height = 0]) => box(x, y, width, height))

export interface Landmark {
  name: string
  outline: Metres[]
  label: Metres
}

export const LANDMARKS: readonly Landmark[] = [
  { name: 'Toranj', outline: disc([650, 152], 30), label: [650, 152] },
  {
    name: 'Tehnički muzej',
    outline: path('756 420, 880 412, 884 566, 852 568, 850 462, 790 466, 796 572, 762 574'),
    label: [822, 440],
  },
  {
    name: 'FER',
    outline: path('832 632, 906 630, 906 664, 868 666, 868 700, 904 700, 904 782, 832 784'),
    label: [868, 744],
  },
]

export const TRAM_STOPS: Metres[] = path('716 376, 700 628')

/** Returns a row of trees, spaced `gap` metres apart. */
const row = ([x1, y1]: Metres, [x2, y2]: Metres, gap: number): Metres[] => {
  const count = Math.floor(Math.hypot(x2 - x1, y2 - y1) / gap)
  return Array.from({ length: count + 1 }, (_, i) => [
    x1 + ((x2 - x1) * i) / count,
    y1 + ((y2 - y1) * i) / count,
  ])
}

/** Returns trees in a grid in which every second row is offset by half a step. */
const grove = ([x1, y1]: Metres, [x2, y2]: Metres, gap: number): Metres[] =>
  row([x1, y1], [x1, y2], gap).flatMap(([, y], i) =>
    row([x1 + (i % 2 ? gap / 2 : 0), y], [x2, y], gap),
  )

export const TREES: Metres[] = [
  ...row([736, -140], [709, 236], 26),
  ...row([708, 250], [694, 484], 24),
  ...row([692, 540], [676, 740], 24),
  ...row([770, -150], [743, 300], 26),
  ...row([736, 346], [712, 720], 24),
  ...row([676, 930], [662, 1150], 24),
  ...row([-140, 884], [190, 884], 26),
  ...row([230, 884], [660, 876], 26),
  ...row([720, 900], [1140, 892], 26),
  ...grove([256, 240], [436, 340], 22),
  ...grove([356, 646], [660, 662], 22),
  ...grove([786, 352], [910, 384], 20),
  ...grove([980, 660], [1150, 840], 24),
  ...grove([262, 946], [424, 1026], 22),
  ...row([-140, 580], [166, 576], 24),
  ...row([150, 600], [150, 860], 24),
]
