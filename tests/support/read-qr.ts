import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })

/**
 * Returns the text that the gate scanner reads from this picture; null if there is no valid code.
 */
export async function readQr(picture: Uint8Array): Promise<string | null> {
  const [code] = await readBarcodes(picture, { formats: ['QRCode'], tryHarder: true })
  return code?.isValid ? code.text : null
}
