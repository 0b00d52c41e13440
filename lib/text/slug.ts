import { foldLetters } from '@/lib/text/fold'

/** Returns the URL slug of a name: `Žarulja od 60 W` becomes `zarulja-od-60-w`. */
export function slugOf(name: string): string {
  const plain = foldLetters(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain || 'izvodac'
}
