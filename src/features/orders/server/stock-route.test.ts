import { expect, test } from 'vitest'
import { newId } from '~/lib/ids'
import type { HttpResponse } from '~/platform/http/http-response'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import { createStockRoute } from './stock-route'
import { insertCaller, insertSale, openShop, reserveInput } from '~tests/support/shop'

const { db, shop } = await openShop()
let time = Date.parse('2026-12-01T20:00:00Z')
const route = createStockRoute({ db }, () => new Date(time))

async function readStock(id: string): Promise<HttpResponse> {
  const scope = createScope(
    { requestId: 'req-1', ip: '127.0.0.1', headers: new Headers() },
    {
      log: createLog({ level: 'silent' }),
      resolveCaller: () => Promise.reject(new Error('looked up the caller')),
    },
  )
  const readBody = () => Promise.resolve({ bytes: Buffer.alloc(0) })
  const search = new URLSearchParams()
  return (await route.handle({ method: 'GET', params: { id }, search, scope, readBody })) as HttpResponse
}

test('returns the available tickets of each listed type, cached for two seconds', async () => {
  const sale = await insertSale(db, [{ total: 5 }, { total: 2 }, { total: 3 }])
  const [first = '', second = '', hidden = ''] = sale.types
  await db.updateTable('ticket_types').set({ access_code: 'FRIENDS' }).where('id', '=', hidden).execute()

  const before = await readStock(sale.eventId)
  expect(before).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=2' },
  })
  expect(JSON.parse(String(before.body))).toEqual({ [first]: 5, [second]: 2 })

  await shop.as(await insertCaller(db)).reserve(reserveInput(sale, [3, 2]))
  time += 1_999
  expect((await readStock(sale.eventId)).body).toBe(before.body)
  time += 1
  expect(JSON.parse(String((await readStock(sale.eventId)).body))).toEqual({ [first]: 2, [second]: 0 })
})

test('answers 404 for drafts, private events, unknown ids and other text', async () => {
  const draft = await insertSale(db, [{ total: 5 }], { status: 'draft' })
  const secret = await insertSale(db, [{ total: 5 }], { isPublic: false })
  for (const id of [draft.eventId, secret.eventId, newId(), 'nothing', '\0', '🪩']) {
    const response = await readStock(id)
    expect([id, response.status, response.headers['cache-control']]).toEqual([id, 404, 'no-store'])
  }
})

test('shares one response between many callers and caches 1,000 events', async () => {
  const sale = await insertSale(db, [{ total: 5 }])
  const responses = await Promise.all(Array.from({ length: 50 }, () => readStock(sale.eventId)))
  expect(new Set(responses).size).toBe(1)
  for (let other = 0; other < 1_000; other += 1) await readStock(newId())
  expect(await readStock(sale.eventId)).not.toBe(responses[0])
})
