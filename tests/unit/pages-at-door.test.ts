import { describe, expect, it } from 'vitest'
import { packingFor } from '@/lib/http/packing'
import { withStyles } from '@/lib/http/pages-at-door'

describe('how a page is packed', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.0 , GZIP;q=0.5', 'gzip'],
    ['deflate', null],
    ['gzip;q=0', null],
    ['brotli', null],
    ['', null],
  ])('for “%s” it is %s', (accepted, packing) => {
    expect(packingFor(accepted)).toBe(packing)
  })
})

describe('styles in a page', () => {
  const link = '<link rel="stylesheet" href="/_next/static/chunks/a.css" data-precedence="next"/>'

  it('stand in place of their link, which fetches nothing any more', () => {
    const html = withStyles(`<head>${link}<title>x</title></head>`, () => 'p{color:red}')
    expect(html).toContain('<style>p{color:red}</style>')
    expect(html.match(/<link[^>]*>/g)).toEqual([link.replace('<link ', '<link disabled="" ')])
  })

  it('stay outside where they cannot be had, or would end too early', () => {
    for (const styles of [null, 'a::before{content:"</style>"}'])
      expect(withStyles(link, () => styles)).toBe(link)
  })
})
