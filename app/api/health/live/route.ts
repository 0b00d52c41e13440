import { HEALTH_CALLS } from '@/lib/endpoints/health'

export const { GET } = HEALTH_CALLS['health/live']
