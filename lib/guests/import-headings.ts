import { type ColumnKind, plainHeading } from './import-rules'

/** What faculties call their columns, as `plainHeading` reads it. */
const CALLED: Record<ColumnKind, string> = {
  name: 'name|ime|ime studenta|ime gosta|ime brucosa|ime osobe|first name|firstname|given name',
  surname:
    'surname|prezime|prezime studenta|prezime gosta|prezime brucosa|prezime osobe|last name|lastname|family name',
  nameSurname:
    'ime i prezime|ime prezime|puno ime|ime i prezime studenta|ime i prezime gosta|ime i prezime brucosa|ime i prez|student|studentica|gost|gosti|brucos|brucosi|osoba|polaznik|full name|name and surname|name surname',
  surnameName:
    'prezime i ime|prezime ime|prezime i ime studenta|prezime i ime gosta|prezime i ime brucosa|prez i ime|surname and name|surname name|last name first name',
  jmbag:
    'jmbag|jmbag studenta|maticni broj|maticni broj studenta|maticni|mat broj|mat br|mbr|student id',
  email:
    'email|e mail|mail|e posta|eposta|e adresa|elektronicka posta|elektronicka adresa|mail adresa|email adresa|e mail adresa|adresa e poste|adresa elektronicke poste|email address|e mail address|kontakt mail|skolski mail',
  tag: 'tag|popis|lista|list|kategorija|kategorija gosta|vrsta gosta|tip gosta|grupa|skupina',
  bought:
    'bought|karta|karte|ima kartu|kupio kartu|karta kupljena|karta placena|placena karta|placeno|uplaceno|uplata|platio|platila|platio la|platio platila|kupljeno|kupio|kupila|kupio la|ulaznica|paid|ticket',
  entered: 'entered|usao|usla|usao la|usao usla|unutra|ulaz|dosao|dosla|dosao la|prisutan|prisutna',
  phone:
    'phone|mobitel|mob|telefon|tel|gsm|broj mobitela|broj telefona|kontakt broj|kontakt telefon|mobile|cell',
  note: 'note|napomena|napomene|komentar|biljeska|opaska|primjedba',
  banReason: 'banreason|ne pustaj|ne pustaj razlog|zabrana|zabrana ulaza|razlog zabrane',
  confCode:
    'confcode|kod|kod karte|sifra karte|konfirmacijski kod|qr|qr kod|kod za ulaz|ticket code|code',
  boughtTicketTime:
    'boughttickettime|vrijeme kupnje|datum kupnje|vrijeme uplate|datum uplate|kupljeno u',
  enteredTime: 'enteredtime|vrijeme ulaska|vrijeme ulaza|usao u',
}

const KINDS = new Map(
  Object.entries(CALLED).flatMap(([kind, words]) =>
    words.split('|').map((word) => [word, kind as ColumnKind] as const),
  ),
)

/** Longest first, so that `prezime i ime` is found before `ime`. */
const BY_LENGTH = [...KINDS].sort(([a], [b]) => b.length - a.length)

/** Words beside which a heading speaks of something else than the guest. */
const OTHERS =
  /\b(fakultet\w*|ustanov\w*|roditelj\w*|majke|oca|firm[ae]|tvrtk[ae]|sponzor\w*|studij\w*|smjer\w*|mentor\w*|profesor\w*|grad\w*|rodenja|ulic\w*)\b/

/** A title or a sentence is no heading. */
const MOST_WORDS = 7

/** What a heading says that its column holds, and whether it says just that. */
export function kindOf(heading: string): { kind: ColumnKind; isExact: boolean } | null {
  const plain = plainHeading(heading)
  const exact = KINDS.get(plain)
  if (exact) return { kind: exact, isExact: true }
  if (heading.includes('@') || OTHERS.test(plain) || plain.split(' ').length > MOST_WORDS)
    return null
  const part = BY_LENGTH.find(([word]) => ` ${plain} `.includes(` ${word} `))
  return part ? { kind: part[1], isExact: false } : null
}
