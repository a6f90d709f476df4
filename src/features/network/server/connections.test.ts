import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { newId } from '~/lib/ids'
import { createTestDatabase } from '~tests/support/database'
import { createNetwork, DAY, insertMember } from './testing'

let db: Database
let drop: () => Promise<void>
let network: ReturnType<typeof createNetwork>
let ann: string
let bob: string

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  network = createNetwork(db)
  ann = await insertMember(db, { name: 'Ann Arbour' })
  bob = await insertMember(db, { name: 'Bob Barrow' })
})

const rowsBetween = () =>
  db
    .selectFrom('connections')
    .select(['id', 'user_id', 'connected_user_id', 'status', 'note'])
    .where('user_id', 'in', [ann, bob])
    .where('connected_user_id', 'in', [ann, bob])
    .execute()
const listNotifications = (userId: string) =>
  db
    .selectFrom('notifications')
    .select(['kind', 'actor_id', 'subject_id', 'facts', 'read_at', 'settled_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
const notFound = { code: 'NOT_FOUND', message: 'This request was already answered or withdrawn.' }

async function sendRequest(from: string, to: string, note?: string): Promise<string> {
  const { connectionId } = await network.as(from).request({ id: to, ...(note === undefined ? {} : { note }) })
  return connectionId ?? ''
}

describe('requesting', () => {
  test('the recipient gets the request with its note and a notification, and open pages of both reload', async () => {
    const status = await network.as(ann).request({ id: bob, note: ' Signal\u202e stage? \u0000' })
    expect(status).toMatchObject({ state: 'requested', note: 'Signal stage?' })
    expect(await network.as(bob).relation({ id: ann })).toMatchObject({
      state: 'incoming',
      note: 'Signal stage?',
      connectionId: status.connectionId,
    })
    expect(await network.as(bob).counts({})).toEqual({ connections: 0, pending: 1, sent: 0 })
    expect(await network.as(ann).counts({})).toEqual({ connections: 0, pending: 0, sent: 1 })
    expect(await listNotifications(bob)).toMatchObject([
      { kind: 'connection_request', actor_id: ann, facts: { note: 'Signal stage?' }, settled_at: null },
    ])
    expect(network.published).toEqual([{ userIds: [ann, bob], topics: ['notifications', 'network'] }])
  })

  test('sending the same connection request twice is a no-op', async () => {
    const first = await sendRequest(ann, bob, 'First')
    expect(await network.as(ann).request({ id: bob, note: 'Second' })).toMatchObject({
      state: 'requested',
      connectionId: first,
      note: 'First',
    })
    expect(await listNotifications(bob)).toHaveLength(1)
    expect(network.published).toHaveLength(1)
  })

  test('sending a request to a person who has already sent one accepts their request', async () => {
    const id = await sendRequest(bob, ann)
    expect(await network.as(ann).request({ id: bob })).toMatchObject({ state: 'connected', connectionId: id })
    expect(await rowsBetween()).toMatchObject([{ user_id: bob, status: 'accepted' }])
    expect(await listNotifications(bob)).toMatchObject([{ kind: 'connection_accepted', actor_id: ann }])
    const [notification] = await listNotifications(ann)
    expect(notification?.settled_at).not.toBeNull()
  })

  test('refuses requests to oneself, unknown people, customers and hidden people', async () => {
    await expect(network.as(ann).request({ id: ann })).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
    const others = [
      'nobody',
      newId(),
      await insertMember(db, { isCustomer: true }),
      await insertMember(db, { isPublic: false }),
    ]
    for (const id of others) {
      await expect(network.as(ann).request({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(network.as(ann).relation({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('limits the length of the note of a request', async () => {
    await expect(network.as(ann).request({ id: bob, note: 'x'.repeat(301) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('allows thirty connection requests an hour', async () => {
    for (let n = 0; n < 30; n += 1) await network.as(ann).request({ id: bob })
    await expect(network.as(ann).request({ id: bob })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(network.as(bob).request({ id: ann })).resolves.toMatchObject({ state: 'connected' })
  })
})

test('repeatedly sending and withdrawing a request notifies the person only a few times a day', async () => {
  for (let n = 0; n < 3; n += 1) await network.as(ann).withdraw({ id: await sendRequest(ann, bob) })
  await expect(network.as(ann).request({ id: bob })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'You have sent this person several requests today. Try again in 24 hours.',
  })
  expect(await rowsBetween()).toEqual([])
  expect(await listNotifications(bob)).toHaveLength(3)
  await expect(network.as(bob).request({ id: ann })).resolves.toMatchObject({ state: 'requested' })
})

describe('answering', () => {
  test('NW-02 accepting a request connects both people, notifies the requester, and is idempotent', async () => {
    const id = await sendRequest(ann, bob)
    for (let n = 0; n < 2; n += 1)
      expect(await network.as(bob).accept({ id })).toMatchObject({ state: 'connected', connectionId: id })
    for (const [me, other] of [
      [ann, 'Bob Barrow'],
      [bob, 'Ann Arbour'],
    ] as const) {
      const { connections } = await network.as(me).list({ tab: 'connections' })
      expect(connections.map(({ person }) => person.fullName)).toEqual([other])
      expect(await network.as(me).counts({})).toEqual({ connections: 1, pending: 0, sent: 0 })
    }
    expect(await listNotifications(ann)).toMatchObject([{ kind: 'connection_accepted', subject_id: id }])
    expect(network.published).toHaveLength(2)
  })

  test('NW-02 declining a request settles its notification and notifies no one', async () => {
    const id = await sendRequest(ann, bob)
    expect(await network.as(bob).decline({ id })).toMatchObject({ state: 'none' })
    expect(await listNotifications(ann)).toEqual([])
    const [notification] = await listNotifications(bob)
    expect(notification?.settled_at).not.toBeNull()
    expect(await network.as(ann).counts({})).toEqual({ connections: 0, pending: 0, sent: 0 })
    await expect(network.as(bob).accept({ id })).rejects.toMatchObject(notFound)
  })

  test('NW-02 the person who declined a request can undo it', async () => {
    const id = await sendRequest(ann, bob)
    await network.as(bob).decline({ id })
    await expect(network.as(ann).reopen({ id })).rejects.toMatchObject(notFound)
    expect(await network.as(bob).reopen({ id })).toMatchObject({ state: 'incoming', connectionId: id })
    expect(await network.as(bob).reopen({ id })).toMatchObject({ state: 'incoming' })
    expect(await network.as(bob).counts({})).toMatchObject({ pending: 1 })
    expect(await network.as(bob).accept({ id })).toMatchObject({ state: 'connected' })
  })

  test('only the recipient can answer a request and only the requester can withdraw it; other people can’t see it', async () => {
    const id = await sendRequest(ann, bob)
    const eve = await insertMember(db)
    for (const call of ['accept', 'decline', 'withdraw', 'remove'] as const)
      await expect(network.as(eve)[call]({ id })).rejects.toMatchObject(notFound)
    await expect(network.as(ann).accept({ id })).rejects.toMatchObject(notFound)
    await expect(network.as(ann).decline({ id })).rejects.toMatchObject(notFound)
    await expect(network.as(bob).withdraw({ id })).rejects.toMatchObject(notFound)
    await expect(network.as(bob).accept({ id: 'nothing' })).rejects.toMatchObject(notFound)
    expect(await rowsBetween()).toMatchObject([{ status: 'pending' }])
  })

  test('withdrawing a request removes it and its notification for both', async () => {
    const id = await sendRequest(ann, bob)
    expect(await network.as(ann).withdraw({ id })).toMatchObject({ state: 'none' })
    expect(await rowsBetween()).toEqual([])
    expect((await listNotifications(bob))[0]?.settled_at).not.toBeNull()
    await expect(network.as(bob).accept({ id })).rejects.toMatchObject(notFound)
  })

  test('removing a connection removes it for both people', async () => {
    const id = await sendRequest(ann, bob)
    await network.as(bob).accept({ id })
    await network.as(ann).remove({ id })
    for (const me of [ann, bob])
      expect(await network.as(me).counts({})).toEqual({ connections: 0, pending: 0, sent: 0 })
    expect(await network.as(bob).relation({ id: ann })).toMatchObject({ state: 'none' })
  })

  test('a hidden person’s request can be answered by its recipient', async () => {
    await db.updateTable('profiles').set({ is_public: false }).where('id', '=', ann).execute()
    const id = await sendRequest(ann, bob)
    expect(await network.as(bob).relation({ id: ann })).toMatchObject({ state: 'incoming' })
    expect(await network.as(bob).accept({ id })).toMatchObject({ state: 'connected' })
  })
})

describe('after a decline', () => {
  test('after a decline, the requester must wait three weeks and sees when the wait ends', async () => {
    await network.as(bob).decline({ id: await sendRequest(ann, bob) })
    network.clock.now = new Date('2026-12-12T09:59:59Z')
    await expect(network.as(ann).request({ id: bob })).rejects.toMatchObject({
      code: 'DECLINED',
      message: 'They declined. You can send another request from Sat 12 Dec 2026.',
      data: { requestAgainAt: '2026-12-12T10:00:00.000Z' },
    })
    expect(await network.as(ann).relation({ id: bob })).toMatchObject({
      state: 'declined',
      requestAgainAt: '2026-12-12T10:00:00.000Z',
    })
    network.clock.now = new Date('2026-12-12T10:00:00Z')
    expect(await network.as(ann).request({ id: bob, note: 'Again' })).toMatchObject({ state: 'requested' })
    expect(await rowsBetween()).toMatchObject([{ user_id: ann, status: 'pending', note: 'Again' }])
  })

  test('the person who declined may send a request at any time, which reuses the row', async () => {
    await network.as(bob).decline({ id: await sendRequest(ann, bob) })
    expect(await network.as(bob).request({ id: ann })).toMatchObject({ state: 'requested' })
    expect(await rowsBetween()).toMatchObject([{ user_id: bob, connected_user_id: ann, status: 'pending' }])
    expect(await network.as(ann).relation({ id: bob })).toMatchObject({ state: 'incoming' })
  })

  test('blocking and unblocking does not shorten the wait after a decline', async () => {
    await network.as(bob).decline({ id: await sendRequest(ann, bob) })
    await network.as(ann).block({ id: bob })
    await network.as(ann).unblock({ id: bob })
    await expect(network.as(ann).request({ id: bob })).rejects.toMatchObject({ code: 'DECLINED' })
  })
})

describe('blocking', () => {
  test('blocking removes the connection, hides both people from each other in every call, and notifies no one', async () => {
    const id = await sendRequest(ann, bob)
    await network.as(bob).accept({ id })
    await network.as(ann).block({ id: bob })
    expect(await rowsBetween()).toEqual([])
    for (const [me, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const calls = network.as(me)
      await expect(calls.relation({ id: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(calls.request({ id: other })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(calls.remove({ id })).rejects.toMatchObject(notFound)
      expect((await calls.list({ tab: 'connections' })).connections).toEqual([])
      const { members } = await calls.listMembers({ q: me === ann ? 'bob barrow' : 'ann arbour' })
      expect(members.map(({ person }) => person.id)).not.toContain(other)
    }
    await expect(network.as(bob).block({ id: ann })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await listNotifications(bob)).filter(({ kind }) => kind !== 'connection_request')).toEqual([])
    expect((await network.as(ann).listBlocked({})).people.map(({ fullName }) => fullName)).toEqual([
      'Bob Barrow',
    ])
    expect((await network.as(bob).listBlocked({})).people).toEqual([])
  })

  test('blocking is idempotent; unblocking allows a new request but does not restore the connection', async () => {
    await network.as(ann).block({ id: bob })
    await network.as(ann).block({ id: bob })
    expect(network.published).toEqual([{ userIds: [ann], topics: ['network'] }])
    await network.as(bob).unblock({ id: ann })
    await expect(network.as(bob).request({ id: ann })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await network.as(ann).unblock({ id: bob })
    expect(await network.as(bob).request({ id: ann })).toMatchObject({ state: 'requested' })
  })

  test('refuses to block oneself or unknown people, but blocks a customer who booked the caller', async () => {
    await expect(network.as(ann).block({ id: ann })).rejects.toMatchObject({ code: 'OWN_ACCOUNT' })
    const customer = await insertMember(db, { isCustomer: true, isPublic: false })
    await expect(network.as(ann).block({ id: customer })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await db
      .insertInto('bookings')
      .values({
        client_id: customer,
        dj_id: ann,
        event_type: 'club_night',
        event_date: new Date(network.clock.now.getTime() + DAY),
        ends_at: new Date(network.clock.now.getTime() + 1.1 * DAY),
        timezone: 'UTC',
        location: 'Leeds',
      })
      .execute()
    await expect(network.as(ann).block({ id: customer })).resolves.toEqual({})
  })
})
