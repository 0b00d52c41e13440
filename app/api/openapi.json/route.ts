import { route } from '@/lib/api/route'
import { apiDocument, documentRule } from '../document'

export const GET = route(documentRule, () => apiDocument())
