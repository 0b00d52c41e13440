import { route } from '@/lib/http/route'
import { readMail } from '@/lib/mail/lists'
import { mailId } from '@/lib/mail/schema'

export const GET = route({ may: 'admin', params: mailId }, ({ params }) => readMail(params.id))
