import { describe, expect, it } from 'vitest'
import { negotiateEncoding } from '@/lib/server/compression'
import {
  deferScriptsUntilPaint,
  inlineStyles,
  mergeInlineScripts,
  replaceEmptyDocument,
} from '@/lib/server/page-html'

describe('the compression of a page', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0 , GZIP;q=0.5', 'gzip'],
    ['deflate', null],
    ['gzip;q=0', null],
    ['brotli', null],
    ['', null],
  ])('for “%s” is %s', (accepted, encoding) => expect(negotiateEncoding(accepted)).toBe(encoding))
})

describe('styles in a page', () => {
  const link = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'

  it('are inlined, and their link is disabled', () => {
    const html = inlineStyles(`<head>${link}<title>x</title></head>`, () => 'p{color:red}')
    expect(html).toContain('<style>p{color:red}</style>')
    expect(html.match(/<link[^>]*>/g)).toEqual([link.replace('<link ', '<link disabled="" ')])
  })

  it('stay linked if they cannot be read, or contain </style>', () => {
    for (const styles of [null, 'a::before{content:"</style>"}'])
      expect(inlineStyles(link, () => styles)).toBe(link)
  })
})

describe('scripts of a page', () => {
  it('with data of the page are merged into one, scripts of other types are not', () => {
    const data = (n: number) => `<script>self.__next_f.push([${n}])</script>`
    const other = '<script type="application/ld+json">{}</script>'
    expect(mergeInlineScripts(other + data(1) + data(2) + data(3) + other)).toBe(
      `${other}<script>self.__next_f.push([1]);self.__next_f.push([2]);self.__next_f.push([3])</script>${other}`,
    )
  })

  const script = (name: string, id = '') =>
    `<script src="/_next/static/chunks/${name}.js"${id} async=""></script>`
  const preload = (name: string) =>
    `<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/${name}.js"/>`

  it('are preloaded once each, and started by a script at the end of the page', () => {
    const old = '<script src="/_next/static/chunks/old.js" noModule=""></script>'
    const html = deferScriptsUntilPaint(
      `<head>${preload('a')}${script('b')}${script('c')}${script('c')}${old}</head>` +
        `<body><p>x</p>${script('a', ' id="_R_"')}<script>data()</script></body></html>`,
    )
    const [before, ending] = html.split('<script>data()</script>')
    expect(before).toBe(
      `<head>${preload('a')}${preload('b')}${preload('c')}${old}</head><body><p>x</p>`,
    )
    expect(ending).toMatch(
      /^<script>[^<]*createElement\('script'\)[^<]*<\/script><\/body><\/html>$/,
    )
  })

  it('are not preloaded on a page with a main picture, which loads first', () => {
    const picture = '<picture><img src="/plan.webp" fetchPriority="high"/></picture>'
    const html = deferScriptsUntilPaint(
      `<head>${preload('a')}</head><body>${picture}${script('b')}</body>`,
    )
    const [before, ending] = html.split('<script>')
    expect(before).toBe(
      `<head>${preload('a')}</head><body>${picture}${preload('b')}`.replaceAll(
        'rel="preload"',
        'rel="preload" media="not all"',
      ),
    )
    expect(ending).toContain("'link[as=script]'")
  })

  it('are not preloaded on a page with the game, which starts first', () => {
    const html = deferScriptsUntilPaint(`<body><iframe src="/game/"></iframe>${script('a')}</body>`)
    expect(html).toContain('<link rel="preload" media="not all" as="script"')
  })

  it('stay in their place if the page has no script file or no end', () => {
    for (const html of ['<body><script>data()</script></body>', script('a')])
      expect(deferScriptsUntilPaint(html)).toBe(html)
  })
})

describe('an empty error document of Next.js', () => {
  const wordless = '<!DOCTYPE html><html id="__next_error__"><head></head></html>'
  const page = '<!DOCTYPE html><html lang="hr"><body>...OPA!</body></html>'
  const read = () => page

  it('is replaced by the not-found page at status 404', () =>
    expect(replaceEmptyDocument(wordless, 404, read)).toBe(page))

  it('is replaced by a message if the database does not respond', () =>
    expect(replaceEmptyDocument(wordless, 503, read)).toContain(
      'Pokušaj ponovno za koji trenutak.',
    ))

  it('stays at status 500, and a page with content stays', () => {
    expect(replaceEmptyDocument(wordless, 500, read)).toBe(wordless)
    expect(replaceEmptyDocument('<!DOCTYPE html><html lang="hr">', 404, read)).toContain(
      'lang="hr"',
    )
  })
})
