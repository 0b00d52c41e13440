type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'svg'

/** Brands of the container that AVIF and HEIC share; the rest of it is other codecs. */
const HEIC = /^(hei[cxms]|hev[cxms]|mif1|msf1)$/

/** What a file is by its first bytes, whatever its name and type say; null for all else. */
export function recognise(bytes: Buffer): Kind | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif'
  if (text(4, 8) === 'ftyp') return ofBrands(bytes)
  if (/^(\xef\xbb\xbf)?\s*</.test(text(0, 64)) && /<svg[\s>]/i.test(text(0, 4096))) return 'svg'
  return null
}

/** The main brand, then the compatible ones: an AVIF may call itself `mif1` first. */
function ofBrands(bytes: Buffer): 'avif' | 'heic' | null {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => HEIC.test(brand)) ? 'heic' : null
}
