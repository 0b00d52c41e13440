export interface TimeLeft {
  days: string
  hours: string
  minutes: string
  seconds: string
}

/** What is left until `target` in numbers of at least two digits; null once it has come. */
export function timeLeft(target: Date, now: Date): TimeLeft | null {
  const left = Math.ceil((target.getTime() - now.getTime()) / 1000)
  if (left <= 0) return null
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return {
    days: two(left / 86_400),
    hours: two((left / 3600) % 24),
    minutes: two((left / 60) % 60),
    seconds: two(left % 60),
  }
}
