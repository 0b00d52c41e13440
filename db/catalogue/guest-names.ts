/**
 * Maximum length of a guest's name, and of a guest's surname, in characters. A sponsor types both
 * as one text of this length.
 */
export const MAX_GUEST_NAME_LENGTH = 150
