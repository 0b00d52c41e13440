import { ICONS, type IconFile } from '@/lib/artwork/rules'
import { getIcon } from '@/lib/site/images/icons'

/** Serves the icon of the festival in the sizes that phones use. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  if (!Object.hasOwn(ICONS, file)) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(await getIcon(file as IconFile)), {
    headers: { 'content-type': 'image/png' },
  })
}
