/** Contacts, social networks and shop of the demo, by column of `editions`. */
export const edition = {
  contact_email: 'info@brucosijada.example',
  sponsors_email: 'sponzori@brucosijada.example',
  instagram_url: 'https://www.instagram.com/',
  facebook_url: 'https://www.facebook.com/',
  tiktok_url: 'https://www.tiktok.com/',
  night_phone: '+385 1 555 0143',
  ticket_shop_url: 'https://www.entrio.hr/',
}

export const TICKET_CENTS = 1000

export const NIGHT_HOURS = 9
