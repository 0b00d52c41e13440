/** Why the pre-registration is closed while there is no consent document (rule 2.11). */
export const SIGNUPS_CLOSED = 'Prijave otvaramo čim objavimo privolu za obradu osobnih podataka.'
