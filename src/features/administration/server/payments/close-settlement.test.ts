import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  collectNotifications,
  listNotifications,
  openSettlement,
} from '~/features/settlements/server/testing'
import type { Currency } from '~/lib/currency'
import { untilBlocked } from '~tests/support/lock-waits'
import { findFaults, insertCaller, openShop } from '~tests/support/shop'
import { administrationCalls } from '../calls'
import type { Context } from '../context'

const { db } = await openShop()
const DAY = 86_400_000

/** Creates a settlement whose sides were notified `days` ago. */
async function open(days = 14, currency: Currency = 'USD') {
  const books = await openSettlement(db, { currency })
  const { services, clock, shop, eventId } = books
  await books.announce()
  clock.now = new Date(clock.now.getTime() + days * DAY)
  const enter = async () => {
    const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
    const context = { ...shop.contextOf(admin), ...services } as unknown as Context
    const { payments } = createRouterClient(administrationCalls, { context })
    const close = async (reason = 'The organizer doesn’t reply.') => {
      const { digest } = await books.getSettlement()
      return payments.closeSettlement({ eventId, digest, reason })
    }
    return { admin, payments, close }
  }
  const listWaiting = async () => {
    const { payments } = await enter()
    const { waitingSettlements } = await payments.attention({})
    return waitingSettlements.rows.filter((row) => row.eventId === eventId)
  }
  const readAudit = async () => {
    const { rows } = await sql<{ actorId: string; details: object }>`
      select actor_id as "actorId", details from audit_log
      where action = 'money.close_settlement' and subject_id = ${eventId}`.execute(db)
    return rows
  }
  return { ...books, ...(await enter()), enter, listWaiting, readAudit }
}

test('an admin closes a settlement after 14 days with a reason: shares are transferred and the sides notified', async () => {
  const { organizer, mara, juno, accept, close, eventId, listWaiting, readAudit, admin, getSettlement } =
    await open()
  await accept(mara)
  expect(await listWaiting()).toMatchObject([{ isQuestioned: false, organizerName: 'Mara Voss' }])
  const notified = await collectNotifications(db, eventId, () => close())
  expect(notified).toEqual([organizer, mara, juno].map(({ id }) => `settlement_closed ${id}`).toSorted())
  const reason = 'The organizer doesn’t reply.'
  expect((await listNotifications(db, eventId)).at(-1)?.facts).toMatchObject({ note: reason })
  const settled = await getSettlement()
  expect(settled).toMatchObject({ state: 'accepted', closeReason: reason })
  expect(settled.transfers.map(({ person, cents }) => [person?.id, cents])).toEqual([
    [mara.id, 16_800],
    [juno.id, 4_200],
    [organizer.id, 11_000],
  ])
  expect(await readAudit()).toMatchObject([
    { actorId: admin.id, details: { reason, cents: 32_000, currency: 'USD' } },
  ])
  expect(await listWaiting()).toEqual([])
  expect(await findFaults(db)).toEqual([])
  await expect(accept(organizer)).rejects.toMatchObject({ code: 'SETTLED' })
})

test('a settlement isn’t closed before 14 days, before its sides were notified, or while tickets are sold', async () => {
  const early = await open(13.9)
  expect(await early.listWaiting()).toEqual([])
  await expect(early.close()).rejects.toMatchObject({ code: 'TOO_EARLY', status: 409 })
  const { close, shop, sale, eventId, listWaiting, readAudit } = await open(20)
  const buyer = await insertCaller(db)
  const { id } = await shop.as(buyer).reserve({
    eventId,
    clientKey: crypto.randomUUID(),
    items: [{ ticketTypeId: sale.types[0] ?? '', quantity: 1 }],
  })
  await expect(close()).rejects.toMatchObject({ code: 'NOT_READY' })
  expect(await listWaiting()).toEqual([])
  await shop.as(buyer).cancelOrder({ orderId: id })
  await sql`delete from settlement_notices where event_id = ${eventId}`.execute(db)
  await expect(close()).rejects.toMatchObject({ code: 'TOO_EARLY' })
  expect(await readAudit()).toEqual([])
})

test('a questioned settlement can be closed, and its result names the question and the missing acceptances', async () => {
  const { as, juno, accept, eventId, payments, close, listWaiting } = await open()
  await accept(juno)
  const input = { eventId, figure: 'gross', expectedCents: null, reason: 'It was full' }
  await as(juno).settlement.question(input)
  expect(await listWaiting()).toMatchObject([{ isQuestioned: true }])
  expect(await payments.settlement({ eventId })).toMatchObject({
    currency: 'USD',
    organizer: { cents: 11_000 },
    shares: [
      { cents: 16_800, missingCents: 0 },
      { cents: 4_200, missingCents: 0 },
    ],
    missingAcceptances: ['Mara Voss', 'Mara Voss'],
    questions: [{ name: 'Mara Voss', reason: 'It was full' }],
  })
  await close()
  await expect(payments.settlement({ eventId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the result and its audit entry are in the currency of the event', async () => {
  const { payments, eventId, close, readAudit } = await open(14, 'JPY')
  expect(await payments.settlement({ eventId })).toMatchObject({
    currency: 'JPY',
    organizer: { cents: 11_000 },
  })
  await close()
  expect(await readAudit()).toMatchObject([{ details: { cents: 32_000, currency: 'JPY' } }])
})

test('refuses an outdated digest of the figures, an invalid reason and an unknown event', async () => {
  const { payments, eventId, close, getSettlement } = await open()
  const { digest } = await getSettlement()
  const input = { eventId, digest, reason: 'No reply' }
  await expect(payments.closeSettlement({ ...input, digest: 'old' })).rejects.toMatchObject({
    code: 'FIGURES_CHANGED',
  })
  await expect(close(' \n ')).rejects.toMatchObject({ status: 400 })
  await expect(close('x'.repeat(501))).rejects.toMatchObject({ status: 400 })
  for (const id of [crypto.randomUUID(), 'nothing', '\0']) {
    await expect(payments.closeSettlement({ ...input, eventId: id })).rejects.toMatchObject({
      status: expect.closeTo(402, -1.5),
    })
    await expect(payments.settlement({ eventId: id })).rejects.toMatchObject({
      status: expect.closeTo(402, -1.5),
    })
  }
})

/**
 * Starts all actions while the test locks the event, and then unlocks it, so that the actions run at the same time.
 * Returns `done` or the error code of each.
 */
async function runTogether(eventId: string, acts: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const lock = await db.startTransaction().execute()
  await sql`select from events where id = ${eventId} for no key update`.execute(lock)
  const running = Promise.allSettled(acts.map((act) => act()))
  await untilBlocked(db, acts.length)
  await lock.commit().execute()
  return (await running).map((result) =>
    result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code,
  )
}

test('only one of two simultaneous admins closes a settlement', async () => {
  const { close, enter, eventId, readAudit, getSettlement } = await open()
  const other = await enter()
  const outcomes = await runTogether(eventId, [() => close('First'), () => other.close('Second')])
  expect(outcomes.toSorted()).toEqual(['SETTLED', 'done'])
  expect(await readAudit()).toHaveLength(1)
  expect((await getSettlement()).transfers).toHaveLength(3)
})

test('closing and a simultaneous last acceptance settle the event once', async () => {
  const { close, accept, organizer, mara, juno, eventId, getSettlement } = await open()
  await accept(organizer)
  await accept(mara)
  const outcomes = await runTogether(eventId, [() => close(), () => accept(juno)])
  expect(outcomes.toSorted()).toEqual(['SETTLED', 'done'])
  expect((await getSettlement()).transfers).toHaveLength(3)
  const kinds = new Set((await listNotifications(db, eventId)).map(({ kind }) => kind))
  expect(kinds.has('settlement_closed')).not.toBe(kinds.has('settlement_accepted'))
})
