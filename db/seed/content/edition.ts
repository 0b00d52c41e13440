/** The demo's mailboxes, networks and shop, under the names of the table. */
export const edition = {
  contact_email: 'info@brucosijada.example',
  sponsors_email: 'sponzori@brucosijada.example',
  instagram_url: 'https://www.instagram.com/',
  facebook_url: 'https://www.facebook.com/',
  tiktok_url: 'https://www.tiktok.com/',
  night_phone: '+385 1 555 0143',
  ticket_shop_url: 'https://www.entrio.hr/',
}

/** What its ticket costs. */
export const TICKET_CENTS = 1000

/** So long its night lasts, in hours. */
export const NIGHT_HOURS = 9
