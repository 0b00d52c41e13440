import { foldLetters } from '@/lib/text/fold'

/** A name as it may stand in an address: `Žarulja od 60 W` becomes `zarulja-od-60-w`. */
export function slugOf(name: string): string {
  const plain = foldLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain || 'izvodac'
}
