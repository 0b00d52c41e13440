import { route } from '@/lib/http/route'
import { readTags } from '@/lib/tags/service'

export const GET = route({ may: 'entry' }, () => readTags())
