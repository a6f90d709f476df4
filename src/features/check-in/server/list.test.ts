import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import type { CheckInAction } from '../contract'
import { hashTicketCode } from '../rules/hash-ticket-code'
import { createShop, insertCaller } from '~tests/support/shop'
import { createChangeNotifier } from './publish-changes'
import { checkInCalls } from './calls'
import { insertGuest, insertEvent, type CheckInData } from '~tests/support/check-in-data'

let db: Database
let url: string
let drop: () => Promise<void>
let shop: ReturnType<typeof createShop>
beforeAll(async () => {
  ;({ db, url, drop } = await createTestDatabase())
  shop = createShop(db)
})
afterAll(() => drop())

const device = '00000000-0000-4000-8000-00000000000a'
const as = (caller: Caller) => ({ context: shop.contextOf(caller) })
const open = (event: CheckInData, caller = event.checkInStaff) =>
  call(checkInCalls.open, { eventId: event.eventId }, as(caller))
const loadChanges = (event: CheckInData, since: string, guestsTag = '') =>
  call(checkInCalls.changes, { eventId: event.eventId, since, guestsTag }, as(event.checkInStaff))
const scanAs = (caller: Caller, event: CheckInData, ...scans: CheckInAction[]) =>
  call(checkInCalls.scan, { eventId: event.eventId, scans, device, entrance: ' Front ' }, as(caller))
const scan = (event: CheckInData, ...scans: CheckInAction[]) => scanAs(event.checkInStaff, event, ...scans)
const byCode = (event: CheckInData, at = 0): CheckInAction => ({
  nonce: crypto.randomUUID(),
  kind: 'code',
  code: event.tickets[at]?.code ?? '',
  ageMs: 0,
})

/**
 * Parallel tests in other databases of the same server can make rows that the list has already returned appear again,
 * so wait until it returns no changes.
 */
const waitUntilQuiet = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ isQuiet: boolean }>`
        select pg_snapshot_xmin(x) = pg_snapshot_xmax(x) as "isQuiet" from pg_current_snapshot() x`.execute(
          db,
        )
        return rows[0]?.isQuiet
      },
      { timeout: 10_000, interval: 5 },
    )
    .toBe(true)

describe('the check-in list', () => {
  test('the list has every ticket with the hash of its code, and no address, money or order', async () => {
    const event = await insertEvent(db, { tickets: 4, perOrder: 2 })
    const list = await open(event)
    expect(list.tickets).toHaveLength(4)
    for (const { id, secret, number } of event.tickets) {
      const ticket = list.tickets.find((row) => row.id === id)
      expect(ticket).toEqual({
        id,
        number,
        hash: await hashTicketCode(secret),
        name: 'Mara Voss',
        type: 'General Admission',
        group: ticket?.group,
        position: ticket?.position,
        count: 2,
      })
    }
    expect(new Set(list.tickets.map(({ group }) => group)).size).toBe(2)
    expect(list.tickets.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2])
    expect(list).toMatchObject({
      event: { state: 'on', canAlwaysUndo: false },
      counts: { tickets: { checkedIn: 0, expected: 4 } },
      guests: [],
    })
    const text = JSON.stringify(list)
    for (const secret of [
      ...event.tickets.flatMap((ticket) => [ticket.secret, ticket.code, ticket.orderId]),
      event.buyer.id,
      'mara@nowhere.example',
      'Cents',
    ])
      expect(text).not.toContain(secret)
    expect((await open(event, event.organizer)).event.canAlwaysUndo).toBe(true)
  })

  test('the list is not found for strangers, nor for check-in staff who were removed', async () => {
    const event = await insertEvent(db)
    const stranger = await insertCaller(db)
    await expect(open(event, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(open(event, event.buyer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const list = await open(event)
    await sql`delete from event_people where event_id = ${event.eventId}`.execute(db)
    await expect(loadChanges(event, list.seq)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(scan(event, byCode(event))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('each person’s own permissions apply to concurrent scans within one batch', async () => {
    const [event, other] = [await insertEvent(db, { tickets: 10 }), await insertEvent(db)]
    await sql`delete from event_people where event_id = ${other.eventId}`.execute(db)
    const stranger = await insertCaller(db)
    const workers = [event.checkInStaff, stranger, event.organizer, other.checkInStaff, event.buyer]
    const notified = await Promise.allSettled([
      ...event.tickets.map((_, at) =>
        scanAs(workers[at % workers.length] ?? stranger, event, byCode(event, at)),
      ),
      scanAs(event.checkInStaff, other, byCode(other)),
      scanAs(other.organizer, other, byCode(other)),
    ])
    const five = ['checked_in', 'NOT_FOUND', 'checked_in', 'NOT_FOUND', 'NOT_FOUND']
    expect(
      notified.map((call) =>
        call.status === 'fulfilled' ? call.value.results[0]?.outcome : call.reason.code,
      ),
    ).toEqual([...five, ...five, 'NOT_FOUND', 'checked_in'])
    expect((await open(event)).counts.tickets.checkedIn).toBe(4)
  })
})

describe('changes', () => {
  test('the changes contain the current state of what was scanned, sold, refunded or transferred', async () => {
    const event = await insertEvent(db, { tickets: 5 })
    await waitUntilQuiet()
    const { seq } = await open(event)
    expect(await loadChanges(event, seq)).toMatchObject({ isComplete: false, tickets: [] })
    const act = byCode(event)
    await scan(event, act)
    const [, refunded, passed] = event.tickets
    await sql`update tickets set status = 'refunded' where id = ${refunded?.id}`.execute(db)
    await sql`update tickets set secret = gen_random_uuid(), holder_name = 'Kit Marlowe' where id = ${passed?.id}`.execute(
      db,
    )
    await sql`insert into ticket_transfers (ticket_id, to_email, token_hash, status, old_secret, settled_at)
      values (${passed?.id}, 'kit@nowhere.example', '\\x01', 'accepted', ${passed?.secret}, now())`.execute(
      db,
    )
    await waitUntilQuiet()
    const since = await loadChanges(event, seq)
    expect(new Map(since.tickets.map((ticket) => [ticket.id, ticket]))).toEqual(
      new Map([
        [
          event.tickets[0]?.id,
          expect.objectContaining({ entrance: 'Front', checkedInBy: 'Owen Faulk', checkInNonce: act.nonce }),
        ],
        [refunded?.id, expect.objectContaining({ status: 'refunded' })],
        [
          passed?.id,
          expect.objectContaining({
            name: 'Kit Marlowe',
            oldHashes: [await hashTicketCode(passed?.secret ?? '')],
          }),
        ],
      ]),
    )
    expect(since.counts.tickets.checkedIn).toBe(1)
    // After the undo, the list shows the ticket as not checked in.
    await scan(event, { nonce: crypto.randomUUID(), kind: 'undo', undoneNonce: act.nonce, ageMs: 0 })
    await waitUntilQuiet()
    const after = await loadChanges(event, since.seq)
    expect(after.tickets.map(({ id, checkedInAt }) => [id, checkedInAt])).toEqual([
      [event.tickets[0]?.id, undefined],
    ])
    expect((await loadChanges(event, after.seq)).tickets).toEqual([])
  })

  test('the changes include rows that were written before a read and committed after it', async () => {
    const event = await insertEvent(db, { tickets: 2 })
    await waitUntilQuiet()
    const other = connect({ url, poolSize: 1 })
    const slow = await other.startTransaction().execute()
    await sql`update tickets set status = 'refunded' where id = ${event.tickets[0]?.id}`.execute(slow)
    const { seq } = await open(event)
    await scan(event, byCode(event, 1))
    const between = await loadChanges(event, seq)
    expect(between.tickets.map(({ id }) => id)).toEqual([event.tickets[1]?.id])
    await slow.commit().execute()
    await other.destroy()
    const after = await loadChanges(event, between.seq)
    expect(after.tickets).toContainEqual(
      expect.objectContaining({ id: event.tickets[0]?.id, status: 'refunded' }),
    )
  })

  test('the changes are the full list if the starting point is unknown', async () => {
    const event = await insertEvent(db, { tickets: 2 })
    for (const since of ['', 'yesterday', '-1', '9'.repeat(19), '9'.repeat(40)]) {
      const all = await loadChanges(event, since)
      expect([all.isComplete, all.tickets.length]).toEqual([true, 2])
    }
  })

  test('the changes include the guest list only if it changed', async () => {
    const event = await insertEvent(db)
    const guestId = await insertGuest(db, event.eventId, 1)
    const { seq, guestsTag, guests } = await open(event)
    expect(guests).toMatchObject([{ id: guestId, size: 2, arrived: 0, checkIns: [] }])
    expect((await loadChanges(event, seq, guestsTag)).guests).toBeNull()
    await scan(event, { nonce: crypto.randomUUID(), kind: 'guest', guestId, people: 2, ageMs: 0 })
    const since = await loadChanges(event, seq, guestsTag)
    expect(since.guests).toMatchObject([
      { arrived: 2, checkIns: [{ people: 2, entrance: 'Front', by: 'Owen Faulk' }] },
    ])
    expect(since.counts.guests).toEqual({ checkedIn: 2, expected: 2 })
    await sql`delete from guests where id = ${guestId}`.execute(db)
    expect((await loadChanges(event, seq, since.guestsTag)).guests).toEqual([])
  })
})

test('a duplicate is listed until it is marked as seen', async () => {
  const event = await insertEvent(db)
  const offline = { wasOffline: true, wasAdmitted: true }
  await scan(event, { ...byCode(event), ...offline, ageMs: 60_000 })
  const second = { ...byCode(event), ...offline, ageMs: 30_000 }
  expect((await scan(event, second)).results[0]).toMatchObject({ outcome: 'duplicate' })
  expect((await open(event)).duplicates).toMatchObject([
    { nonce: second.nonce, reason: 'duplicate', isSeen: false },
  ])
  const see = () =>
    call(checkInCalls.seen, { eventId: event.eventId, nonces: [second.nonce] }, as(event.checkInStaff))
  expect(await see()).toEqual({ seen: 1 })
  expect((await open(event)).duplicates).toEqual([])
  const { duplicates } = await call(
    checkInCalls.duplicates,
    { eventId: event.eventId },
    as(event.checkInStaff),
  )
  expect(duplicates).toMatchObject([{ nonce: second.nonce, isSeen: true }])
  // Duplicates of another event can't be marked from here.
  const other = await insertEvent(db)
  const elsewhere = { eventId: other.eventId, nonces: [second.nonce] }
  expect(await call(checkInCalls.seen, elsewhere, as(other.checkInStaff))).toEqual({ seen: 0 })
})

test('check-in staff are notified of a change immediately, then at most once per pause', async () => {
  const event = await insertEvent(db)
  const notified: (readonly (string | null)[])[] = []
  const live = { publish: (people: readonly (string | null)[]) => notified.push(people) }
  // `expect.poll` would advance the timers.
  const waitForNotifications = async (count: number) => {
    while (notified.length < count) await new Promise(setImmediate)
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const notify = createChangeNotifier({ db, live, log: shop.log, pause: 150 })
  const notifyOften = () => Array.from({ length: 20 }, () => notify(event.eventId))
  notifyOften()
  await waitForNotifications(1)
  expect(new Set(notified[0])).toEqual(new Set([event.organizer.id, event.checkInStaff.id]))
  await vi.advanceTimersByTimeAsync(149)
  notifyOften()
  await vi.advanceTimersByTimeAsync(1)
  await waitForNotifications(2)
  // The second pause ends without a change, and the next change is notified immediately again.
  await vi.advanceTimersByTimeAsync(150)
  notify(event.eventId)
  await waitForNotifications(3)
  await vi.advanceTimersByTimeAsync(1000)
  const other = await insertEvent(db)
  notify(other.eventId)
  await waitForNotifications(4)
  expect(notified[3]).toContain(other.organizer.id)
})
