import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const HOOK = 'components/gate/screens/camera.tsx'

const require = createRequire(import.meta.url)
/**
 * Resolves the decoder as the scanner package does, wherever the package manager has installed it.
 */
const fromScanner = createRequire(require.resolve('@yudiel/react-qr-scanner'))
const decoder = fromScanner('barcode-detector/ponyfill')

it('the entry screen serves the WebAssembly file that the decoder of the scanner expects', () => {
  const path = /'([^']+\.wasm)'/.exec(readFileSync(HOOK, 'utf8'))?.[1]
  const file = join(dirname(HOOK), path as string)
  expect(existsSync(file)).toBe(true)
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  expect(hash).toBe(decoder.ZXING_WASM_SHA256)
})

it('prepareZXingModule of the scanner configures the decoder that the scanner uses', () => {
  // The scanner passes this setting to its own copy of the decoder. Setting another copy has no
  // effect.
  const scanner = require('@yudiel/react-qr-scanner')
  expect(scanner.prepareZXingModule).toBe(decoder.prepareZXingModule)
})
