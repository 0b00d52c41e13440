import type { Scanner } from '@yudiel/react-qr-scanner'
import { useCallback, useEffect, useState } from 'react'

/**
 * The decoder's WebAssembly, served from our own origin: left alone, the scanner fetches
 * it from a public CDN. A unit test holds that it is the one its script was built with.
 */
const WASM_URL = new URL(
  '../../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm',
  import.meta.url,
).toString()

export type ScannerComponent = typeof Scanner

async function fetchScanner(): Promise<ScannerComponent> {
  // Fetched here rather than by the decoder, which would remember a failure for good.
  const [module, wasm] = await Promise.all([import('@yudiel/react-qr-scanner'), fetch(WASM_URL)])
  if (!wasm.ok) throw new Error(`the decoder answered ${wasm.status}`)
  const wasmBinary = await wasm.arrayBuffer()
  await module.prepareZXingModule({
    overrides: { wasmBinary, locateFile: () => WASM_URL },
    fireImmediately: true,
  })
  return module.Scanner
}

let loading: Promise<ScannerComponent> | null = null

/** One load for all; only a failed one is begun again. */
function load(): Promise<ScannerComponent> {
  loading ??= fetchScanner().catch((error) => {
    loading = null
    throw error
  })
  return loading
}

/** Loads the scanner when it is first needed; `retry` after the network was away. */
export function useDecoder() {
  const [scanner, setScanner] = useState<ScannerComponent | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  const retry = useCallback(() => {
    setHasFailed(false)
    load().then(
      (component) => setScanner(() => component),
      () => setHasFailed(true),
    )
  }, [])

  useEffect(retry, [retry])

  return { scanner, hasFailed, retry }
}
