import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { isChunkedResponse } from '~/platform/http/raw-routes'
import { createScope } from '~/platform/http/request-scope'
import { createLog } from '~/platform/log/log'
import type { Caller } from '~/platform/rpc/caller'
import { createEventShop } from '~tests/support/event-shop'
import { insertEventWithTeam } from '~tests/support/event-organizers'
import { createGuestsRoute } from './export-guests'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())

async function download(caller: Caller | null, eventId: string, method = 'GET') {
  const scope = createScope(
    { requestId: 'req-1', ip: '127.0.0.1', headers: new Headers() },
    { log: createLog({ level: 'silent' }), resolveCaller: async () => caller },
  )
  const search = new URLSearchParams()
  const readBody = async () => ({ bytes: Buffer.alloc(0) })
  const response = await createGuestsRoute({ db }).handle({
    method,
    params: { id: eventId },
    search,
    scope,
    readBody,
  })
  if (!isChunkedResponse(response)) return { status: response.status, text: '' }
  let text = ''
  if (method === 'GET') for await (const piece of response.pieces) text += piece
  return { status: response.status, text }
}

test('exports every name so that it can be pasted again, with formulas escaped', async () => {
  const shop = createEventShop(db)
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 1 }])
  const names = ['Brandt, Ilse', 'Jo "Tiny" Park', 'Zoë; Ötzi', '=1+1', '+31 Crew', '-5', '@home', "'quoted'"]
  const guests = names.map((name, index) => ({ id: newId(), name, plusOnes: index, guestOf: '=A1, "x"' }))
  await shop.as(team.manager).guests.addMany({ eventId, guests })
  await db
    .updateTable('guests')
    .set({ guest_of: 'Two\r\nlines' })
    .where('id', '=', guests[0]?.id ?? '')
    .execute()

  const { status, text } = await download(team.manager, eventId)
  expect(status).toBe(200)
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true })
  const safe = (value: string) => (/^[=+\-@]/u.test(value) ? `'${value}` : value)
  expect(rows).toHaveLength(names.length)
  expect(new Set(rows.map((row) => row['Name']))).toEqual(new Set(names.map(safe)))
  expect(rows.find((row) => row['Name'] === 'Brandt, Ilse')).toEqual({
    Name: 'Brandt, Ilse',
    'Plus ones': '0',
    'Guest of': 'Two\r\nlines',
    Arrived: '0',
    'Checked in (UTC)': '',
  })
  expect(rows.find((row) => row['Name'] === 'Jo "Tiny" Park')?.['Guest of']).toBe(`'=A1, "x"`)
})

test('refuses people without access to the guest list with 404, and records each download', async () => {
  const { eventId, team } = await insertEventWithTeam(db, [{ total: 1 }])
  for (const caller of [team.host, team.checkIn, team.stranger, null])
    expect((await download(caller, eventId)).status).toBe(404)
  expect((await download(team.manager, 'x')).status).toBe(404)
  await download(team.organizer, eventId, 'HEAD')
  await download(team.organizer, eventId)
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', '=', 'tickets.export_guests')
    .where('subject_id', '=', eventId)
    .execute()
  expect(entries).toEqual([{ actor_id: team.organizer.id, details: { event: 'Dust & Diamonds' } }])
})
