import type { StyleSpecification } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MapGround } from '@/lib/map/geo'
import { ownStyle } from '@/lib/map/own-style'

/** So long may the organisers' map take to answer, and then to show something. */
const PATIENCE_MS = 8000

/** The families of the display face, and its letters with č and đ loaded before they are drawn. */
async function displayFonts(): Promise<string[]> {
  const fonts = [
    '--font-big-shoulders-croatian',
    '--font-big-shoulders-western',
    '--font-big-shoulders',
  ]
    .map((name) => getComputedStyle(document.documentElement).getPropertyValue(name))
    .flatMap((families) => families.split(','))
    .map((family) => family.trim().replace(/^["']|["']$/g, ''))
    // Next's stand-in for the time of loading is no face to draw a map with.
    .filter((family) => family !== '' && !family.endsWith('Fallback'))
  await Promise.all(
    fonts.map((family) => document.fonts.load(`900 48px "${family}"`, 'aAéčćđšž').catch(() => {})),
  )
  return fonts
}

async function fetchStyle(url: string): Promise<StyleSpecification> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Error(`the map style answered ${answer.status}`)
  const style = (await answer.json()) as StyleSpecification
  if (style?.version !== 8 || !Array.isArray(style.layers) || typeof style.sources !== 'object')
    throw new Error('the map style is none')
  return style
}

/**
 * The organisers' base map; the own drawing when there is none, when it cannot be loaded, or
 * when nothing of it came to be seen in time.
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
    fetchStyle(styleUrl).then((found) => {
      setStyle(found)
      setForeign(true)
    }, showOwn)
  }, [styleUrl, showOwn])

  useEffect(() => {
    if (!isForeign) return
    const timer = setTimeout(() => !hasShown.current && showOwn(), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isForeign, showOwn])

  /** A part of the base map is on the screen. */
  const onPart = useCallback(() => {
    hasShown.current = true
  }, [])
  /** A part of it failed; before the first one came, all of it has. */
  const onFault = useCallback(() => {
    if (isForeign && !hasShown.current) showOwn()
  }, [isForeign, showOwn])

  return { style, isForeign, onPart, onFault }
}

export type BaseMap = ReturnType<typeof useBaseMap>
