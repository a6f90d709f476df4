import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from './check-in-store'
import { countAttendees } from './check-in-attendees'
import { buildGuest, buildList, NOW, openPhone, buildTicket } from './testing-check-in'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const buildThreeTickets = () => buildList({ tickets: [buildTicket(1), buildTicket(2), buildTicket(3)] })
const settle = () => vi.advanceTimersByTimeAsync(50)

async function startPhone(...of: Parameters<typeof openPhone>) {
  const phone = openPhone(...of)
  await phone.shift.start()
  return phone
}
type Phone = Awaited<ReturnType<typeof startPhone>>
const countInside = ({ shift, clock }: Phone) => {
  const { book, overlay } = shift.view()
  return book ? countAttendees(book, overlay, clock.now()).inside : -1
}

test('online, the server decides and no action stays on the phone', async () => {
  const phone = await startPhone(buildThreeTickets())
  const result = await phone.shift.scan('hash-1')
  expect(result).toMatchObject({ outcome: 'checked_in', isLocal: false, ticket: { name: 'Guest 1' } })
  await settle()
  expect(phone.sent).toMatchObject([{ kind: 'code', code: 'hash-1', wasOffline: false }])
  expect((await phone.store.read()).queue).toEqual([])
  expect(countInside(phone)).toBe(1)
  expect(await phone.shift.scan('hash-1')).toMatchObject({
    outcome: 'duplicate',
    since: { entrance: 'Front', by: 'Owen' },
  })
})

test('a code that is not from this site is refused without a request', async () => {
  const phone = await startPhone(buildThreeTickets())
  expect(await phone.shift.scan('https://example.org')).toMatchObject({ outcome: 'unknown', isLocal: false })
  expect(phone.sent).toEqual([])
})

test('if the server hangs, the phone decides by its list after a moment and queues the scan', async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.hangs = true
  const scanning = phone.shift.scan('hash-1')
  let isAnswered = false
  void scanning.then(() => (isAnswered = true))
  await vi.advanceTimersByTimeAsync(1100)
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await scanning).toMatchObject({ outcome: 'checked_in', isLocal: true })
  expect((await phone.store.read()).queue).toMatchObject([
    { wasOffline: true, outcome: 'checked_in', ticketId: buildTicket(1).id },
  ])
  expect(phone.shift.view().queued).toBe(1)
  expect(countInside(phone)).toBe(1)
})

test('offline, the phone decides and counts by its list, reports a second scan, and stores no refused scan', async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.isDown = true
  phone.shift.goOffline()
  expect(await phone.shift.scan('hash-1')).toMatchObject({ outcome: 'checked_in', isLocal: true })
  expect(await phone.shift.scan('hash-1')).toMatchObject({ outcome: 'duplicate', isLocal: true })
  expect(await phone.shift.scan('hash-9')).toMatchObject({ outcome: 'unknown', isLocal: true })
  expect(await phone.shift.checkIn(buildTicket(2).id)).toMatchObject({ outcome: 'checked_in' })
  expect(phone.shift.view()).toMatchObject({ isOnline: false, queued: 2, listAt: NOW })
  expect(countInside(phone)).toBe(2)
})

test("back online, the queue is sent in order, once, with each scan's age", async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.isDown = true
  phone.shift.goOffline()
  await phone.shift.scan('hash-1')
  phone.at.wall += 60_000
  await phone.shift.scan('hash-2')
  phone.at.wall += 30_000
  phone.at.isDown = false
  phone.shift.comeOnline()
  await settle()
  expect(
    phone.sent.map(({ code, ageMs, wasOffline, wasAdmitted }) => ({ code, ageMs, wasOffline, wasAdmitted })),
  ).toEqual([
    { code: 'hash-1', ageMs: 90_000, wasOffline: true, wasAdmitted: true },
    { code: 'hash-2', ageMs: 30_000, wasOffline: true, wasAdmitted: true },
  ])
  expect(phone.shift.view()).toMatchObject({
    isOnline: true,
    queued: 0,
    back: { scans: 2, entrances: ['Front'] },
  })
  expect((await phone.store.read()).queue).toEqual([])
  expect(countInside(phone)).toBe(2)
})

test('retries automatically with growing delays until the server responds', async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.isDown = true
  phone.shift.goOffline()
  await phone.shift.scan('hash-1')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(phone.shift.view().isOnline).toBe(false)
  phone.at.isDown = false
  await vi.advanceTimersByTimeAsync(40_000)
  expect(phone.shift.view()).toMatchObject({ isOnline: true, queued: 0 })
})

test('after the page was closed, the next page opens offline with list, queue and count', async () => {
  const store = createMemoryStore()
  const first = await startPhone(buildThreeTickets(), { store })
  first.at.isDown = true
  first.shift.goOffline()
  await first.shift.scan('hash-1')
  first.shift.stop()
  const second = openPhone(buildThreeTickets(), { store })
  second.at.isDown = true
  second.at.wall += 5 * 60_000
  await second.shift.start()
  expect(second.shift.view()).toMatchObject({ state: 'ready', isOnline: false, queued: 1, listAt: NOW })
  expect(countInside(second)).toBe(1)
  expect(await second.shift.scan('hash-1')).toMatchObject({ outcome: 'duplicate' })
  second.at.isDown = false
  second.shift.comeOnline()
  await settle()
  expect(second.sent).toMatchObject([{ code: 'hash-1', ageMs: 5 * 60_000 }])
  second.shift.stop()
})

test('a person admitted offline who was already checked in is reported once the phone reconnects', async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.isDown = true
  phone.shift.goOffline()
  await phone.shift.scan('hash-1')
  phone.results.set('hash-1', {
    outcome: 'duplicate',
    ticket: buildTicket(1),
    since: { at: new Date(NOW - 60_000).toISOString(), entrance: 'Side', by: 'Owen' },
  })
  phone.at.isDown = false
  phone.shift.comeOnline()
  await settle()
  expect(phone.contradictions).toMatchObject([{ outcome: 'duplicate', since: { entrance: 'Side' } }])
})

test('scans at two entrances on one phone are two batches, and both entrances are named', async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.isDown = true
  phone.shift.goOffline()
  await phone.shift.scan('hash-1')
  phone.moveTo('Side')
  await phone.shift.scan('hash-2')
  phone.at.isDown = false
  phone.shift.comeOnline()
  await settle()
  expect(phone.batches.map(({ entrance }) => entrance)).toEqual(['Front', 'Side'])
  expect(phone.shift.view().back).toEqual({ scans: 2, entrances: ['Front', 'Side'] })
})

test('actions that the server will never accept do not block the others', async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.isDown = true
  phone.shift.goOffline()
  await phone.shift.scan('hash-1')
  await phone.shift.scan('hash-2')
  phone.at.isDown = false
  phone.results.set('hash-1', {
    get outcome(): never {
      throw new ORPCError('BAD_REQUEST', { status: 400 })
    },
  })
  phone.shift.comeOnline()
  await settle()
  expect(phone.dropped()).toBe(1)
  expect((await phone.store.read()).queue).toEqual([])
  expect(phone.rows.get(buildTicket(2).id)?.checkedInAt).toBeDefined()
})

test('an offline undo reverts a queued scan and is sent after it', async () => {
  const phone = await startPhone(buildThreeTickets())
  phone.at.isDown = true
  phone.shift.goOffline()
  const { nonce } = await phone.shift.scan('hash-1')
  await phone.shift.undo(nonce, { ticketId: buildTicket(1).id })
  expect(countInside(phone)).toBe(0)
  phone.at.isDown = false
  phone.shift.comeOnline()
  await settle()
  expect(phone.sent.map(({ kind }) => kind)).toEqual(['code', 'undo'])
  expect(phone.sent[1]).toMatchObject({ undoneNonce: nonce })
  expect(countInside(phone)).toBe(0)
})

test("a guest's party enters in parts", async () => {
  const phone = await startPhone(buildList({ guests: [buildGuest(1, { size: 3 })] }))
  phone.at.isDown = true
  phone.shift.goOffline()
  const guest = buildGuest(1).id
  expect(await phone.shift.arrive(guest, 1)).toMatchObject({
    outcome: 'checked_in',
    counted: 1,
    guest: { arrived: 1 },
  })
  expect(await phone.shift.arrive(guest, 3)).toMatchObject({ outcome: 'checked_in', counted: 2 })
  expect(await phone.shift.arrive(guest, 1)).toMatchObject({ outcome: 'duplicate', counted: 0 })
  expect(countInside(phone)).toBe(3)
})

test.each([
  [401, 'signed_out'],
  [404, 'no_access'],
] as const)(
  'a response with status %i deletes the list from the phone and keeps the queue for the same person',
  async (status, state) => {
    const phone = await startPhone(buildThreeTickets())
    phone.at.isDown = true
    phone.shift.goOffline()
    await phone.shift.scan('hash-1')
    phone.at.isDown = false
    phone.results.set('hash-1', {
      get outcome(): never {
        throw new ORPCError('X', { status })
      },
    })
    phone.shift.comeOnline()
    await vi.advanceTimersByTimeAsync(5000)
    expect(phone.shift.view()).toMatchObject({ state, book: undefined })
    const stored = await phone.store.read()
    expect(stored.list).toBeUndefined()
    expect(stored.queue).toHaveLength(1)
  },
)

test('without a list and a server, check-in says so, and opens once the server responds', async () => {
  const phone = openPhone(buildThreeTickets())
  phone.at.isDown = true
  await phone.shift.start()
  expect(phone.shift.view().state).toBe('failed')
  phone.at.isDown = false
  phone.shift.comeOnline()
  await settle()
  expect(phone.shift.view().state).toBe('ready')
})

test('without browser storage, check-in works and reports that the storage is missing', async () => {
  const phone = await startPhone(buildThreeTickets(), { store: createMemoryStore(true) })
  await phone.shift.scan('hash-1')
  expect(phone.shift.view().isForgetful).toBe(true)
  expect(countInside(phone)).toBe(1)
})
