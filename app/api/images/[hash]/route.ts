import { IMAGE_CALLS } from '@/lib/endpoints/images'

export const { GET } = IMAGE_CALLS['images/[hash]']
