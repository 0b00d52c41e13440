export const TAG_MESSAGES = {
  nameMissing: 'Unesite naziv taga',
  /** Error for the name '...', which means no tag in the search at the gate (rule 4.4). */
  nameOfNone: 'Naziv ... znači da tag nije odabran, pa ga tag ne može imati.',
  taken: 'Tag s tim nazivom već postoji.',
  notThere: 'Tag ne postoji ili je obrisan.',
  inUse: 'Na ovom tagu ima gostiju. Prvo ih premjestite ili obrišite.',
  hasRole: 'Ovaj tag je dio sustava i ne može se obrisati, ali se može preimenovati.',
}
