import { describe, expect, it } from 'vitest'
import { negotiateEncoding } from '@/lib/server/compression'
import {
  deferScriptsUntilPaint,
  inlineStyles,
  mergeInlineScripts,
  withWords,
} from '@/lib/server/page-html'

describe('how a page is packed', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0 , GZIP;q=0.5', 'gzip'],
    ['deflate', null],
    ['gzip;q=0', null],
    ['brotli', null],
    ['', null],
  ])('for “%s” it is %s', (accepted, packing) => expect(negotiateEncoding(accepted)).toBe(packing))
})

describe('styles in a page', () => {
  const link = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'

  it('stand in place of their link, which fetches nothing any more', () => {
    const html = inlineStyles(`<head>${link}<title>x</title></head>`, () => 'p{color:red}')
    expect(html).toContain('<style>p{color:red}</style>')
    expect(html.match(/<link[^>]*>/g)).toEqual([link.replace('<link ', '<link disabled="" ')])
  })

  it('stay outside where they cannot be had, or would end too early', () => {
    for (const styles of [null, 'a::before{content:"</style>"}'])
      expect(inlineStyles(link, () => styles)).toBe(link)
  })
})

describe('scripts of a page', () => {
  it('that tell data are one, and none of another kind', () => {
    const data = (n: number) => `<script>self.__next_f.push([${n}])</script>`
    const other = '<script type="application/ld+json">{}</script>'
    expect(mergeInlineScripts(other + data(1) + data(2) + data(3) + other)).toBe(
      `${other}<script>self.__next_f.push([1]);self.__next_f.push([2]);self.__next_f.push([3])</script>${other}`,
    )
  })

  const script = (name: string, id = '') =>
    `<script src="/_next/static/chunks/${name}.js"${id} async=""></script>`
  const asked = (name: string) =>
    `<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/${name}.js"/>`

  it('are asked for at once, each a single time, and begun by the end of the page', () => {
    const old = '<script src="/_next/static/chunks/old.js" noModule=""></script>'
    const html = deferScriptsUntilPaint(
      `<head>${asked('a')}${script('b')}${script('c')}${script('c')}${old}</head>` +
        `<body><p>x</p>${script('a', ' id="_R_"')}<script>data()</script></body></html>`,
    )
    const [before, begin] = html.split('<script>data()</script>')
    expect(before).toBe(`<head>${asked('a')}${asked('b')}${asked('c')}${old}</head><body><p>x</p>`)
    expect(begin).toMatch(/^<script>[^<]*createElement\('script'\)[^<]*<\/script><\/body><\/html>$/)
  })

  it('are only named in a page with a main picture, which has the network to itself', () => {
    const picture = '<picture><img src="/plan.webp" fetchPriority="high"/></picture>'
    const html = deferScriptsUntilPaint(
      `<head>${asked('a')}</head><body>${picture}${script('b')}</body>`,
    )
    const [before, begin] = html.split('<script>')
    expect(before).toBe(
      `<head>${asked('a')}</head><body>${picture}${asked('b')}`.replaceAll(
        'rel="preload"',
        'rel="preload" media="not all"',
      ),
    )
    expect(begin).toContain("'link[as=script]'")
  })

  it('are only named in a page with the game, which has the phone to itself', () => {
    const html = deferScriptsUntilPaint(`<body><iframe src="/game/"></iframe>${script('a')}</body>`)
    expect(html).toContain('<link rel="preload" media="not all" as="script"')
  })

  it('stay where they are in a page that has none to begin, or no end', () => {
    for (const html of ['<body><script>data()</script></body>', script('a')])
      expect(deferScriptsUntilPaint(html)).toBe(html)
  })
})

describe('a document without words', () => {
  const wordless = '<!DOCTYPE html><html id="__next_error__"><head></head></html>'
  const page = '<!DOCTYPE html><html lang="hr"><body>...OPA!</body></html>'
  const read = () => page

  it('becomes the not-found page where nothing is there', () =>
    expect(withWords(wordless, 404, read)).toBe(page))

  it('becomes a sentence where the database is away or busy', () =>
    expect(withWords(wordless, 503, read)).toContain('Pokušaj ponovno za koji trenutak.'))

  it('stays where the server failed, and a page with words stays', () => {
    expect(withWords(wordless, 500, read)).toBe(wordless)
    expect(withWords('<!DOCTYPE html><html lang="hr">', 404, read)).toContain('lang="hr"')
  })
})
