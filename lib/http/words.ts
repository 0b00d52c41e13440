import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const KINDS: Record<string, string> = {
  string: 'tekst',
  number: 'broj',
  int: 'cijeli broj',
  boolean: 'da ili ne',
  array: 'popis',
  object: 'skup polja',
  file: 'datoteka',
}

const UNITS: Record<string, string> = { string: ' znakova', array: ' stavki', file: ' bajtova' }

/** What is said of a value that does not fit, where its schema has no words of its own. */
function word(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Ovo polje je obavezno'
      return `Ovdje mora biti ${KINDS[issue.expected] ?? 'nešto drugo'}`
    case 'too_small':
      return `Najmanje ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `Najviše ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'invalid_value':
      return `Dopušteno je samo: ${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `Nepoznato polje: ${issue.keys.join(', ')}`
    case 'not_multiple_of':
      return `Mora biti djeljivo s ${issue.divisor}`
    default:
      return 'Neispravan unos'
  }
}

// zod speaks English unless told otherwise, and whoever reads an answer here speaks Croatian.
z.config({ customError: word })
