/** Megabytes that an uploaded file may have; the largest photographs of phones are smaller. */
export const MOST_MEGABYTES = 20

const KINDS = 'JPEG, PNG, WebP, AVIF ili GIF'

/** Why a picture is not taken; each stands at the field `image`. */
export const IMAGE_MESSAGES = {
  tooLarge: `Fotografija smije imati najviše ${MOST_MEGABYTES} MB.`,
  noPicture: `Datoteka nije fotografija. Učitajte ${KINDS}.`,
  broken: 'Fotografija je oštećena ili nepotpuna. Odaberite drugu.',
  tooManyPixels: 'Fotografija je prevelikih dimenzija. Smanjite je pa pokušajte ponovno.',
  heic: 'Fotografije u obliku HEIC ne mogu se učitati. Spremite je kao JPEG pa pokušajte ponovno.',
  svg: 'SVG crteži ne mogu se učitati. Spremite ga kao PNG pa pokušajte ponovno.',
}
