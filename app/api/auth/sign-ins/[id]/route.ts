import { signInEndpoints } from '@/lib/sign-ins/endpoints'

export const { DELETE } = signInEndpoints['auth/sign-ins/[id]']
