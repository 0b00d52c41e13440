/** A privilege in words, as the users screen and the account line say it. */
export const PRIVILEGE_WORDS: Record<number, string> = {
  0: 'Bez privilegija',
  1: 'Admin',
  2: 'Ulaz',
  3: 'Karte',
  4: 'Ulaz + karte',
}

/** From the one that may most to the one that may nothing, as lists of them stand. */
export const PRIVILEGE_ORDER = [1, 4, 3, 2, 0]

/** What a person with this privilege does here. */
export const PRIVILEGE_WORK: Record<number, string> = {
  0: 'još ništa; čeka dodjelu',
  1: 'sve, uključujući postavke i izvještaje',
  2: 'propuštanje gostiju na ulazu',
  3: 'prodaja karata brucošima',
  4: 'prodaja karata i propuštanje na ulazu',
}

const SIGN_IN_FAILED = 'Prijava nije uspjela. Pokušajte ponovno.'

export const SIGN_IN_MESSAGES = {
  notVerified: 'Adresa e-pošte ovog računa nije potvrđena. Potvrdite je pa se prijavite ponovno.',
  wrongDomain: (domain: string | undefined) =>
    `Prijava je moguća samo računom organizacije${domain ? ` (@${domain})` : ''}.`,
  failed: SIGN_IN_FAILED,
}

/** What went wrong, by the `?error=` that a failed sign-in comes back with. */
export function signInError(code: string, domain: string | undefined): string {
  if (code === 'wrong_domain') return SIGN_IN_MESSAGES.wrongDomain(domain)
  if (code === 'email_not_verified') return SIGN_IN_MESSAGES.notVerified
  if (code === 'AccessDenied') return 'Prijava je odbijena ili prekinuta.'
  if (code === 'Configuration')
    return 'Prijava nije ispravno postavljena, javite se administratoru.'
  if (code.startsWith('OAuth')) return 'Google se nije javio kako treba. Pokušajte ponovno.'
  return SIGN_IN_FAILED
}
