import { SIGN_IN_CALLS } from '@/lib/sign-ins/endpoints'

export const { DELETE } = SIGN_IN_CALLS['auth/sign-ins/[id]']
