import type { StyleSpecification } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MapGround } from '@/lib/map/geo'
import { ownStyle } from '@/lib/map/own-style'

/**
 * Timeout in ms for the organisers' map style, and then again for the first visible part of the
 * map.
 */
const LOAD_TIMEOUT_MS = 8000

/**
 * Returns the font families of the display font, after loading the letters that the map needs (also
 * č and đ).
 */
async function displayFonts(): Promise<string[]> {
  const fonts = [
    '--font-big-shoulders-croatian',
    '--font-big-shoulders-western',
    '--font-big-shoulders',
  ]
    .map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))
    .flatMap((families) => families.split(','))
    .map((family) => family.trim().replace(/^["']|["']$/g, ''))
    // Leaves out the fallback font that Next.js adds for the time of loading.
    .filter((family) => family !== '' && !family.endsWith('Fallback'))
  await Promise.all(
    fonts.map((family) => document.fonts.load(`900 48px "${family}"`, 'aAéčćđšž').catch(() => {})),
  )
  return fonts
}

async function fetchStyle(url: string): Promise<StyleSpecification> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`loading the map style failed with status ${response.status}`)
  const style = (await response.json()) as StyleSpecification
  if (style?.version !== 8 || !Array.isArray(style.layers) || typeof style.sources !== 'object')
    throw new Error('the map style is not valid')
  return style
}

/**
 * Returns the base map of the organisers. The bundled drawing replaces it if no style URL is set,
 * if the style cannot be loaded, or if no part of it is visible within the timeout.
 */
export function useBaseMap({ styleUrl, drawing }: Pick<MapGround, 'styleUrl' | 'drawing'>) {
  const [style, setStyle] = useState<StyleSpecification | null>(null)
  const [isForeign, setForeign] = useState(false)
  const hasShown = useRef(false)

  const showOwn = useCallback(async () => {
    setStyle(ownStyle(await displayFonts(), drawing))
    setForeign(false)
  }, [drawing])

  useEffect(() => {
    if (!styleUrl) {
      showOwn()
      return
    }
    fetchStyle(styleUrl).then((loaded) => {
      setStyle(loaded)
      setForeign(true)
    }, showOwn)
  }, [styleUrl, showOwn])

  useEffect(() => {
    if (!isForeign) return
    const timer = setTimeout(() => !hasShown.current && showOwn(), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isForeign, showOwn])

  /** Called when a part of the base map is on the screen. */
  const onTileShown = useCallback(() => {
    hasShown.current = true
  }, [])
  /**
   * Called when a part of the base map failed to load. Before the first visible part, the bundled
   * drawing then replaces the map.
   */
  const onTileFailed = useCallback(() => {
    if (isForeign && !hasShown.current) showOwn()
  }, [isForeign, showOwn])

  return { style, isForeign, onTileShown, onTileFailed }
}

export type BaseMap = ReturnType<typeof useBaseMap>
