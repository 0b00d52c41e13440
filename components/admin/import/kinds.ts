import { BookUser, type LucideIcon, Users } from 'lucide-react'

/** One of the two things that a spreadsheet can hold. */
export interface ImportKind {
  /** The API's noun, whose lists an import makes stale. */
  noun: 'guests' | 'users'
  title: string
  icon: LucideIcon
  columns: string[]
  note: string
  /** The spec's sentence (section 8, Import). */
  done: (n: number) => string
}

export const FAILED = 'Import unsuccessful!'

export const KINDS: ImportKind[] = [
  {
    noun: 'guests',
    title: 'Gosti',
    icon: BookUser,
    columns: ['name', 'surname', 'jmbag', 'email', 'tag', 'bought', 'entered'],
    note: 'Prazan tag znači Brucoši, prazni bought i entered znače 0. Može se uvesti i tablica iz Izvoza.',
    done: (n) => `Import successful! Imported ${n} guests.`,
  },
  {
    noun: 'users',
    title: 'Korisnici',
    icon: Users,
    columns: ['name', 'email', 'privilege'],
    note: 'Privilegija je broj od 0 do 4. Prazno ime upisuje se pri prvoj prijavi.',
    done: (n) => `Import successful! Imported ${n} users.`,
  },
]
