import { ICONS, type IconFile } from '@/lib/artwork/rules'
import { getIcon } from '@/lib/site/images/icons'

/** The mark of the festival as an icon of a phone. */
export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params
  if (!Object.hasOwn(ICONS, file)) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(await getIcon(file as IconFile)), {
    headers: { 'content-type': 'image/png' },
  })
}
