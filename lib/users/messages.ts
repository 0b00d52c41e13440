export const USER_MESSAGES = {
  incomplete: 'Unesite sve podatke',
  badEmail: 'Neispravna adresa e-pošte',
  badPrivilege: 'Privilegija mora biti broj od 0 do 4',
  foreignEmail: (domain: string | undefined) =>
    `E-mail mora biti adresa organizacije${domain ? ` (@${domain})` : ''}, jer se drugom nije moguće prijaviti.`,
  taken: 'Korisnik s tom adresom e-pošte već postoji.',
  notThere: 'Korisnik ne postoji ili je obrisan.',
  lastAdmin: 'Ovo je posljednji admin. Prvo dodijelite privilegiju Admin nekom drugom.',
}
