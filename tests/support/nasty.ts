// What the hostile test throws: texts, numbers and bodies that broke programs before.

export const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202e\u200b\ufeff',
  'ČčĆćŽžŠšĐđ',
  '💥'.repeat(50),
  "'; drop table guests; --",
  '%',
  '_%\\',
  '\\',
  '$1 {{y}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '99999999999999999999',
  '2147483648',
  '0x10',
  '１２３',
  '2026-13-45T99:99:99Z',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  'a'.repeat(5000),
]

export const NASTY_NUMBERS = [0, -0, -1, 0.5, 2 ** 31, 2 ** 53, 1e21, -1e308, 5e-324, 32_768]

/** Words that the API knows, so that what is thrown gets past the first check. */
export const WORDS = [
  ...['id', 'order', 'name', 'surname', 'jmbag', 'email', 'tag', 'bought', 'entered', 'visible'],
  ...['key', 'value', 'slug', 'url', 'image', 'guestCap', 'guests', 'guestsEnabled', 'biography'],
  ...['bandName', 'bookerName', 'bookerPhone', 'priceEUR', 'volume', 'privilege', 'score', 'count'],
  ...[
    'confCode',
    'boughtTicketTime',
    'gdpr_accepted',
    'token',
    'refresh',
    'tags',
    'emails',
    'rows',
  ],
  ...['subject', 'template', 'message', 'to_mail', 'link', 'start', 'end', '__proto__', 'toString'],
]
export const QUERY_WORDS = [
  ...['search', 'search_fields', 'ordering', 'limit', 'offset', 'jmbag', 'tag', 'total', 'slug'],
  ...['id', 'bought', 'entered', 'entity', 'entityId', 'action', 'state', 'from', 'to', 'date'],
]
export const json = (body: unknown) => Buffer.from(JSON.stringify(body) ?? 'null')
const deep = (open: string, close: string, depth: number) =>
  Buffer.from(open.repeat(depth) + close.repeat(depth))

export const NOT_JSON = [
  Buffer.from(''),
  Buffer.from('{'),
  Buffer.from('{"name":'),
  Buffer.from('{"name":"a","name":"b","bought":1,"bought":{}}'),
  Buffer.from('\ufeff{"name":"a"}'),
  Buffer.from('{"name":"\\u0000","surname":"\\ud800"}'),
  Buffer.from('{"visible":1e999,"order":-1e999,"privilege":1E400}'),
  Buffer.from('{"name":"a"}', 'utf16le'),
  Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x7d]),
  Buffer.from('<xml/>'),
  Buffer.alloc(1000, 0),
  deep('[', ']', 20_000),
  deep('{"a":', '}', 20_000),
  json('x'.repeat(300_000)),
]
