import { signInEndpoints } from '@/lib/sign-ins/endpoints'

export const { POST } = signInEndpoints['auth/logout']
