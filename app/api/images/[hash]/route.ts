import { imageEndpoints } from '@/lib/endpoints/images'

export const { GET } = imageEndpoints['images/[hash]']
