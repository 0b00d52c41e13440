import { route } from '@/lib/http/route'
import { resendMail } from '@/lib/mail/resend'
import { mailId } from '@/lib/mail/schema'

export const POST = route({ may: 'admin', params: mailId }, ({ params, user }) =>
  resendMail(params.id, user),
)
