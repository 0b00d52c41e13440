import { SIGN_IN_CALLS } from '@/lib/sign-ins/endpoints'

export const { GET } = SIGN_IN_CALLS['auth/me']
