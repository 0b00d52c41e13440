import { signInEndpoints } from '@/lib/sign-ins/endpoints'

export const { GET, DELETE } = signInEndpoints['auth/sign-ins']
