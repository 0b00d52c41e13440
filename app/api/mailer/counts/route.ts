import { route } from '@/lib/http/route'
import { countMails } from '@/lib/mail/lists'

export const GET = route({ may: 'admin' }, () => countMails())
