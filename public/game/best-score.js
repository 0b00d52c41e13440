/** Best score on this device, and names of the heights that a round can reach. */

/** Names of heights, each with the number of the vinyl record at which it begins. */
export const PLACES = [
  [0, 'Studentski centar'],
  [8, 'Krov menze'],
  [18, 'Iznad Cvjetnog'],
  [30, 'Gornji grad'],
  [45, 'Sljeme'],
  [65, 'Oblaci'],
  [90, 'Rub svemira'],
  [120, 'Mjesec'],
]
const BEST = 'igrica.best'

let best = read()

function read() {
  try {
    return Number(localStorage.getItem(BEST)) || 0
  } catch {
    return 0
  }
}

export const bestScore = () => best

export function storeBest(score) {
  best = Math.max(best, score)
  try {
    localStorage.setItem(BEST, String(best))
  } catch {
    // Storage is blocked: the game works without a stored score.
  }
}
