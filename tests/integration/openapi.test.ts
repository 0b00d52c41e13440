import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { apiDocument } from '@/lib/endpoints/document'

type Content = Record<string, { schema: object }>
const document = (await apiDocument()) as unknown as {
  paths: Record<string, Record<string, { requestBody: { content: Content } }>>
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'api', ...document })

/** Whether the API description allows this request body. */
function isDescribed(method: string, path: string, body: unknown) {
  const encodeSegment = (text: string) => encodeURIComponent(text.replaceAll('/', '~1'))
  const segments = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
  return ajv.validate({ $ref: `api#/${segments.map(encodeSegment).join('/')}` }, body)
}

const item = { name: 'Sok', tag: 'SOK', priceEUR: 2.5, volume: '0,5' }
const user = { name: 'Ana', email: 'ana@primjer.hr', privilege: 3 }
const mail = { template: 'message', to_mail: 'ana@primjer.hr', subject: 'Ulaz', message: 'U 20 h' }
const signup = { name: 'Ana', surname: 'Anić', jmbag: '0036512345', gdpr_accepted: true }
const guest = { name: 'Ana', surname: 'Anić', tag: 'VIP' }
const code = '5b1c6a2e-1111-1aaa-8bbb-0123456789ab'

// The invalid bodies are like those that a tool generated from the API description and that the API
// refused.
it.each<[endpoint: string, valid: unknown[], invalid: unknown[]]>([
  [
    'post /cjenik/',
    [item, { ...item, priceEUR: '12,50', volume: 0 }],
    [
      { priceEUR: -1 },
      { priceEUR: 0.125 },
      { priceEUR: '1,255' },
      { volume: 1e3 },
      { name: ' ' },
    ].map((fields) => ({ ...item, ...fields })),
  ],
  [
    'post /cjenik/reorder/',
    [[{ id: 1, order: '7' }]],
    [[{ id: 1, order: -1 }], [{ id: 1, order: 2e6 }]],
  ],
  [
    'post /users/',
    [user],
    [
      { ...user, email: '0' },
      { ...user, email: 'a b@primjer.hr' },
    ],
  ],
  [
    'post /forms/brucosi-form-submit/',
    [{ ...signup, email: 'aa51234@fer.hr' }],
    [
      { ...signup, email: 'aa51234@fer.hr', gdpr_accepted: false },
      { ...signup, email: 'aa51234@fer.hr', surname: ' ' },
    ],
  ],
  [
    'post /gameLeaderboard/',
    [{ name: 'Ana', email: 'a@b.hr', score: 1 }],
    [{ name: '', email: '', score: 1 }],
  ],
  [
    'post /guests/',
    [
      guest,
      { ...guest, email: '' },
      { ...guest, email: null },
      { ...guest, email: 'ana@primjer.hr' },
    ],
    [
      { ...guest, email: 'ana' },
      { ...guest, name: ' ' },
    ],
  ],
  [
    'post /guests/bulk-import/',
    [[{ name: 'Ana' }]],
    [[null], [['Ana']], [{ ime: 'Ana' }], [{ name: [] }]],
  ],
  ['post /guests/check-in/', [{ confCode: code }], [{ confCode: '' }, { confCode: 'karta' }]],
  [
    'post /mailer/',
    [mail, { template: 'ticket-confirmation', confCode: code }],
    [
      { ...mail, subject: '' },
      { template: 'ticket-confirmation' },
      { ...mail, template: 'ticket-confirmation' },
      { ...mail, to_mail: 'ana' },
    ],
  ],
  [
    'post /mailer/send-range/',
    [{ start: 1, end: '2' }],
    [
      { start: 0, end: 1 },
      { start: 1.5, end: 2 },
    ],
  ],
  [
    'put /sponsors/{id}/',
    [{ url: 'https://primjer.hr', email: 'a@b.hr, c@d.hr', guestCap: '10000' }],
    [{ url: 'primjer.hr' }, { email: '0' }, { guestCap: '10001' }],
  ],
  [
    'put /tags/{id}/',
    [{ name: 'VIP' }, { name: 'VIP', seen: { name: 'VIPP' } }],
    [{}, { seen: { name: 'VIP' } }, { name: 'VIP', seen: { nema: 'VIP' } }],
  ],
  [
    'put /guests/{id}/',
    [
      { bought: '1', override: 'banned', seen: { bought: '0' } },
      { bought: '0', ticket: '0c2a5e3e-0000-1000-8000-000000000000' },
    ],
    [
      { override: 'banned' },
      { ticket: 'x' },
      { bought: '0', ticket: null },
      { bought: '1', seen: { override: 'banned' } },
    ],
  ],
])(
  'the API description of %s allows valid bodies, and no body that the API refuses',
  (endpoint, valid, invalid) => {
    const [method = '', path = ''] = endpoint.split(' ')
    expect(valid.filter((body) => !isDescribed(method, path, body))).toEqual([])
    expect(invalid.filter((body) => isDescribed(method, path, body))).toEqual([])
  },
)

// Rule 10.2: images and spreadsheets are sent as multipart forms.
it('the API description declares a request with a file as a multipart form', () => {
  for (const path of ['/lineup/', '/sponsors/', '/guests/import/', '/users/import/'])
    expect(Object.keys(document.paths[path]?.post?.requestBody.content ?? {})).toEqual([
      'multipart/form-data',
    ])
})
