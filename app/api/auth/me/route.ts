import { route } from '@/lib/http/route'

export const GET = route({ may: 'signed-in' }, ({ user }) => user)
