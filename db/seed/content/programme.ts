type DemoSet = [from: string, to: string, slug: string]

/**
 * Stages and sets of the demo, as in the drawn timetable. Times after midnight belong to the same
 * night as the times before midnight.
 */
export const programme: [stage: string, sets: DemoSet[]][] = [
  [
    'Velika pozornica',
    [
      ['20:00', '20:45', 'limena-nedjelja'],
      ['21:10', '22:00', 'mina-oblutak'],
      ['22:25', '23:20', 'peti-prozor'],
      ['23:45', '01:00', 'kvartovska-struja'],
      ['01:25', '03:00', 'dj-fotokopija'],
    ],
  ],
  [
    'Okrugli paviljon',
    [
      ['20:15', '21:00', 'sestre-paralaksa'],
      ['21:15', '22:00', 'lavor-i-sinovi'],
      ['22:15', '23:00', 'zadnji-red-dvorane'],
      ['23:15', '00:00', 'mc-kutomjer'],
      ['00:15', '01:00', 'betonska-lipa'],
      ['01:15', '02:00', 'zarulja-60-w'],
    ],
  ],
]
