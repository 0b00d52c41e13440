import { SIGN_IN_CALLS } from '@/lib/sign-ins/endpoints'

export const { POST } = SIGN_IN_CALLS['auth/google']
