import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })

/** What the scanner at the gate would read from this picture; null when it reads nothing. */
export async function readQr(picture: Uint8Array): Promise<string | null> {
  const [code] = await readBarcodes(picture, { formats: ['QRCode'], tryHarder: true })
  return code?.isValid ? code.text : null
}
