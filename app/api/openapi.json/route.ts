import { route } from '@/lib/http/route'
import { apiDocument, documentRule } from '../document'

export const GET = route(documentRule, () => apiDocument())
