import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { groupsFor, screensFor } from '@/components/admin/frame/pages'
import { canOpen } from '../support/staff-pages'

const addressesFor = (privilege: number) => screensFor(privilege).map(({ href }) => href)

/** Pages without a menu entry: the frame itself, and pages that are reached from another screen. */
const NOT_IN_MENU = [
  ...['/admin', '/admin/admin-panel', '/admin/login', '/admin/logout', '/admin/[...rest]'],
  ...['/admin/gates/drill', '/admin/gates/print', '/admin/guest-list/deleted'],
  ...['/admin/mail-preview', '/admin/night/handover', '/admin/night/pack'],
  ...['/admin/guest_tag', '/admin/programme/import', '/admin/sponsors/[slug]'],
]

// Rules 9.4 and 13.1: what the menu shows, and the addresses of the screens.
it('the menu of an admin leads to every screen, except the pages listed in NOT_IN_MENU', () => {
  const pages = readdirSync('app/admin', { recursive: true, encoding: 'utf8' })
    .map((file) => `/admin/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('/page.tsx'))
    .map(dirname)
  const menuPaths = screensFor(1)
    .flatMap(({ href, add }) => [href, ...(add ? [add.href] : [])])
    .map((href) => href.replace(/-add\/0$/, '-add/[slug]'))
    .filter((href) => href.startsWith('/admin/'))
  expect([...menuPaths, ...NOT_IN_MENU].sort()).toEqual(pages.sort())
})

// Rule 9.1: the pages that each privilege may open.
it.each([
  [0, []],
  [2, ['/admin/entry']],
  [3, ['/admin/guests']],
  [4, ['/admin/guests', '/admin/entry']],
])('the menu of privilege %i has exactly its permitted screens', (privilege, addresses) => {
  expect(addressesFor(privilege)).toEqual(addresses)
  expect(addressesFor(1).filter((href) => canOpen(privilege, href))).toEqual(addresses)
  for (const { screens } of groupsFor(privilege)) expect(screens).not.toEqual([])
})
