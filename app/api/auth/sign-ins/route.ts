import { SIGN_IN_CALLS } from '@/lib/sign-ins/endpoints'

export const { GET, DELETE } = SIGN_IN_CALLS['auth/sign-ins']
