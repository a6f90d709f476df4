import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildInconsistencyQuery } from '~/features/orders/server/testing-inconsistencies'
import { startTestApp } from '../support/app'

let app: Awaited<ReturnType<typeof startTestApp>>
const cookies = new Map<string, string>()
beforeAll(async () => {
  app = await startTestApp()
  for (const person of ['jonas', 'owen', 'customer', 'tom']) cookies.set(person, await app.signIn(person))
})
afterAll(() => app.stop())

async function read(as: string, path: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${app.address}/api/v1${path}`, { headers: { cookie: cookies.get(as) ?? '' } })
  return { status: answer.status, body: await answer.json() }
}
async function idOf(title: string): Promise<string> {
  const find = app.db.selectFrom('events').select('id').where('title', '=', title)
  return (await find.executeTakeFirstOrThrow()).id
}

test('the orders and counters of the demo are consistent', async () => {
  const { rows } = await sql<{ fault: string }>`${sql.raw(buildInconsistencyQuery(() => 'true'))}`.execute(
    app.db,
  )
  expect(rows.map(({ fault }) => fault)).toEqual([])
})

describe('what users can try in the demo', () => {
  test('ME-01 a promoter of the demo has events in every state, and one that another person organizes', async () => {
    const { body } = await read('jonas', '/me/events')
    const { upcoming, past } = body as Record<
      'upcoming' | 'past',
      { title: string; status: string; revenueCents: number | null }[]
    >
    expect(Object.fromEntries(upcoming.map(({ title, status }) => [title, status]))).toMatchObject({
      'Low Ceiling': 'published',
      'Damp Proof': 'cancelled',
      'Slow Puncture': 'draft',
      'Last Train Cancelled': 'published',
    })
    expect(past.map(({ title }) => title)).toContain('Basement Weather')
    // The manager of an event sees all its figures except the revenue.
    const money = Object.fromEntries(upcoming.map(({ title, revenueCents }) => [title, revenueCents]))
    expect(money).toMatchObject({ 'Low Ceiling': 547_400, 'Last Train Cancelled': null })
  })

  test('a customer of the demo can check people in tonight', async () => {
    const door = await read('customer', `/events/${await idOf('Last Train Cancelled')}/check-in`)
    expect(door.status).toBe(200)
    expect(door.body).toMatchObject({ counts: { tickets: { checkedIn: 0, expected: 193 } } })
    expect((await read('tom', `/events/${await idOf('Last Train Cancelled')}/check-in`)).status).toBe(404)
  })

  test('a past event of the demo lists one duplicate scan that no one has reviewed', async () => {
    const { status, body } = await read('jonas', `/events/${await idOf('Basement Weather')}/check-in`)
    expect(status).toBe(200)
    expect((body as { duplicates: unknown[] }).duplicates).toHaveLength(1)
  })

  test('a customer of the demo is first on the waitlist of the sold-out event', async () => {
    const { body } = await read('customer', `/events/${await idOf('Dancing in the Dark Matter')}/waitlist`)
    expect(JSON.stringify(body)).toContain('"quantity":2')
  })

  test('a manager of the demo cannot read promo codes, an organizer can read both of theirs', async () => {
    const path = `/events/${await idOf('Low Ceiling')}/promo-codes`
    expect((await read('owen', path)).status).toBe(404)
    const { body } = await read('jonas', path)
    const { codes } = body as { codes: { code: string; used: number }[] }
    expect(Object.fromEntries(codes.map(({ code, used }) => [code, used]))).toEqual({
      CISTERN20: 23,
      STAIRS5: 10,
    })
  })
})
