/** Megabytes that a spreadsheet may have: a hundred thousand guests are some seven. */
export const MOST_MEGABYTES = 16

/** What both a screen and the server say of a file. */
export const FILE_MESSAGES = {
  missing: 'Odaberite datoteku.',
  tooLarge: `Datoteka smije imati najviše ${MOST_MEGABYTES} MB.`,
}
