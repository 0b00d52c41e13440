import { route } from '@/lib/http/route'
import { readVisibilityFlags } from '@/lib/visibility/service'

export const GET = route({ may: 'anyone' }, () => readVisibilityFlags())
