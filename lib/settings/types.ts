/** The settings of the edition that public pages show. */
export interface Festival {
  name: string
  year: number
  edition: number
  /** Where the site is reached, without a slash at the end. */
  publicUrl: string
  studentEmailDomain: string
  contactEmail: string
  sponsorsEmail: string
  instagramUrl: string
  facebookUrl: string
  tiktokUrl: string
}
