import { signInEndpoints } from '@/lib/sign-ins/endpoints'

export const { GET } = signInEndpoints['auth/me']
