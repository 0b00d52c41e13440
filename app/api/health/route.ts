import { healthEndpoints } from '@/lib/endpoints/health'

export const { GET } = healthEndpoints.health
