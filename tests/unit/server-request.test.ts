import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import {
  normalizeRequest,
  refuseBrokenUrl,
  refuseMethod,
  useOriginForm,
} from '@/lib/server/request'
import { sendRaw } from '../support/raw-http'
import { serveDuringTests } from '../support/serve-during-tests'

/** Responds with the URL and the client IP of a request that was not refused. */
const server = createServer((request, response) => {
  useOriginForm(request)
  if (refuseBrokenUrl(request, response)) return
  normalizeRequest(request, 1)
  if (refuseMethod(request, response)) return
  response.end(`${request.url} from ${request.headers['x-forwarded-for']}`)
})

serveDuringTests(server)

const request = (method: string, path: string) =>
  sendRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method,
    path,
    headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' },
  })

it.each([
  ['GET', '/api/guests/%ff%fe/', 'application/json'],
  ['POST', '/api/guests/%zz/%', 'application/json'],
  ['GET', '/%E0%A4%A', 'text/html; charset=utf-8'],
  ['POST', '/karta/%', 'text/html; charset=utf-8'],
])('%s %s gets 400, because the path is not valid UTF-8', async (method, path, type) => {
  expect(await request(method, path)).toMatchObject({ status: 400, type })
})

it.each([
  ['POST', '/', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/apiary', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/cjenik', 'GET, HEAD, OPTIONS'],
  ['TRACE', '/api/nema/', 'GET, HEAD, OPTIONS, POST, PUT, DELETE, PATCH'],
])('%s %s gets 405 with the allowed methods', async (method, path, allow) => {
  expect(await request(method, path)).toMatchObject({ status: 405, allow })
})

it.each([
  ['GET', '/karta/%C5%A1?a=%ff', '/karta/%C5%A1?a=%ff'],
  ['GET', '/%6Barta/%61b', '/karta/ab'],
  ['POST', '/api/%73ponsors/?slug=%61', '/api/sponsors/?slug=%61'],
  ['GET', 'http://elsewhere.example/cjenik?a=1', '/cjenik?a=1'],
  ['GET', 'http://elsewhere.example', '/'],
])('%s %s reaches the handler with a plain path and the client IP', async (method, sent, url) => {
  expect((await request(method, sent)).text).toBe(`${url} from 203.0.113.7`)
})

it('OPTIONS * lists all methods', async () => {
  expect(await request('OPTIONS', '*')).toMatchObject({
    status: 204,
    allow: 'GET, HEAD, OPTIONS, POST, PUT, DELETE, PATCH',
  })
})
