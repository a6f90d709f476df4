import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { deleteReadNotifications } from './jobs'
import { type Notice, settleNotifications } from './public'
import { createNotificationsHarness } from './testing'

const now = new Date('2026-11-21T02:00:00Z')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createNotificationsHarness>
const mara = getPersonId('mara')
const juno = getPersonId('juno')
const sofia = getPersonId('sofia')

beforeAll(async () => {
  database = await createTestDatabase()
  await seedDemo(database.db, { now, hashPassword: async () => 'hash' })
  await database.db.deleteFrom('notifications').execute()
  harness = createNotificationsHarness(database.db, now)
})
afterAll(() => database.drop())
afterEach(async () => {
  harness.queue.length = 0
  await database.db.deleteFrom('notifications').execute()
})

const createNotice = (more: Partial<Notice> = {}): Notice => ({
  userId: mara,
  kind: 'connection_request',
  actorId: sofia,
  subjectId: newId(),
  ...more,
})
const listNotices = async (key: string) => (await harness.as(key).list({})).notices
const listSentences = async (key: string) =>
  (await listNotices(key)).map(({ segments }) => segments.map(({ text }) => text).join(''))
const settle = (about: Parameters<typeof settleNotifications>[1]) =>
  database.db.transaction().execute((trx) => settleNotifications(trx, about))

test("the recipient sees a notification with actor, link and action, and other users don't see it", async () => {
  const subjectId = newId()
  await harness.notify(createNotice({ subjectId, facts: { note: 'hello' } }))
  expect(await listNotices('mara')).toEqual([
    {
      id: expect.any(String),
      kind: 'connection_request',
      subjectId,
      actor: { id: sofia, name: 'Sofia Lind', avatarUrl: null },
      segments: [
        { text: 'Sofia Lind', isStrong: true },
        { text: ' wants to connect: “hello”', isStrong: false },
      ],
      link: '/dashboard/network?tab=pending',
      action: 'Answer',
      readAt: null,
      at: expect.any(String),
    },
  ])
  expect(await harness.as('mara').unread()).toEqual({ count: 1 })
  for (const other of ['juno', 'sofia', 'admin']) {
    expect(await listNotices(other)).toEqual([])
    expect(await harness.as(other).unread()).toEqual({ count: 0 })
  }
})

test('a renamed actor has the new name in notifications, and deleting an actor deletes their notifications', async () => {
  const email = 'dae@park.example'
  const { id } = await database.db
    .insertInto('accounts')
    .values({ email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db.insertInto('profiles').values({ id, email, full_name: 'Dae-Jung Park' }).execute()
  await harness.notify(createNotice({ actorId: id }))
  expect(await listSentences('mara')).toEqual(['Dae-Jung Park wants to connect'])
  await database.db.updateTable('profiles').set({ full_name: 'Dae Renamed' }).where('id', '=', id).execute()
  expect(await listSentences('mara')).toEqual(['Dae Renamed wants to connect'])
  await database.db.deleteFrom('accounts').where('id', '=', id).execute()
  expect(await listNotices('mara')).toEqual([])
})

test('people are not notified of their own actions, and an empty list of recipients runs no statement', async () => {
  await harness.notify(createNotice({ userId: sofia }))
  await harness.notify()
  expect(await listNotices('sofia')).toEqual([])
  expect(harness.queue).toEqual([])
})

test('lists notifications even if stored details have another shape or kinds come from another release', async () => {
  await harness.notify(
    createNotice({ kind: 'booking_offer', facts: { title: 'Soft Machinery', feeCents: 100 } }),
  )
  await database.db
    .updateTable('notifications')
    .set({
      facts: JSON.stringify({ feeCents: 'a lot', startsAt: 'soon', timezone: 7, title: 'Soft Machinery' }),
    })
    .execute()
  await harness.notify(createNotice())
  await database.db
    .insertInto('notifications')
    .values({ user_id: mara, kind: 'chat_mention', subject_id: newId(), actor_id: sofia })
    .execute()
  expect(await listSentences('mara')).toEqual([
    'Sofia Lind wants to connect',
    'Sofia Lind suggests other terms',
  ])
})

test('lists newest first, and pages show each notification once, also while new ones arrive', async () => {
  for (let n = 0; n < 7; n += 1) await harness.notify(createNotice({ facts: { note: `${n}` } }))
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await harness.as('mara').list({ limit: 3, ...(after === undefined ? {} : { after }) })
    seen.push(...page.notices.map(({ segments }) => /“(\d)”/.exec(segments.at(-1)?.text ?? '')?.[1] ?? '?'))
    if (after === undefined) await harness.notify(createNotice({ facts: { note: '9' } }))
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
  expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0'])
})

test('marks some or all of the caller’s notifications as read, and updates other tabs only on a change', async () => {
  const heard: string[] = []
  const stop = harness.live.subscribe(mara, ({ topics }) => heard.push(...topics))
  await harness.notify(createNotice(), createNotice(), createNotice({ userId: juno }))
  const [first, second] = await listNotices('mara')
  const [foreign] = await listNotices('juno')
  await harness.as('mara').markRead({ ids: [first?.id ?? '', foreign?.id ?? '', 'no id'] })
  expect(await harness.as('mara').unread()).toEqual({ count: 1 })
  expect(await harness.as('juno').unread()).toEqual({ count: 1 })
  expect(heard).toEqual(['notifications'])
  await harness.as('mara').markRead({ ids: [first?.id ?? ''] })
  await harness.as('mara').markRead({ ids: ['nothing at all'] })
  expect(heard).toHaveLength(1)
  await harness.as('mara').markAllRead()
  expect((await listNotices('mara')).map(({ readAt }) => readAt)).toEqual([
    now.toISOString(),
    now.toISOString(),
  ])
  expect((await listNotices('mara')).map(({ action: label }) => label)).toEqual(['Answer', 'Answer'])
  expect(second?.readAt).toBeNull()
  expect(await harness.as('juno').unread()).toEqual({ count: 1 })
  stop()
})

test('stops counting unread notifications at 100', async () => {
  await harness.notify(...Array.from({ length: 105 }, () => createNotice()))
  expect(await harness.as('mara').unread()).toEqual({ count: 100 })
})

test('describes the payment of a deposit in its currency', async () => {
  const facts = { title: 'Soft Machinery', amountCents: 30_000, isDeposit: true }
  for (const currency of ['EUR', 'JPY', undefined] as const)
    await harness.notify(
      createNotice({ kind: 'booking_paid', facts: { ...facts, ...(currency && { currency }) } }),
    )
  await sql`update notifications set facts = facts || '{"currency": "BTC"}' where facts ->> 'currency' = 'JPY'`.execute(
    database.db,
  )
  const sentences = (await listNotices('mara')).map(({ segments }) =>
    segments.map(({ text }) => text).join(''),
  )
  expect(sentences).toEqual(
    // The first two amounts have an unknown currency or none, so they are in dollars.
    ['$300.00', '$300.00', '€300.00'].map(
      (amount) => `Sofia Lind paid the deposit of ${amount} for Soft Machinery`,
    ),
  )
})

test('settling marks notifications as read and settled: for one person, for some kinds, or for everyone', async () => {
  const subjectId = newId()
  await harness.notify(
    createNotice({ subjectId, kind: 'booking_offer' }),
    createNotice({ subjectId, kind: 'booking_completed' }),
    createNotice({ subjectId, kind: 'booking_completed', userId: juno }),
    createNotice({ kind: 'booking_offer' }),
  )
  const open = async (key: string) =>
    (await listNotices(key)).map(({ action: label, readAt }) => [label, readAt !== null])
  await settle({ subjectId, userId: mara, kinds: ['booking_completed'] })
  expect(await open('mara')).toEqual([
    ['Answer', false],
    [null, true],
    ['Answer', false],
  ])
  expect(await open('juno')).toEqual([['Write a review', false]])
  await settle({ subjectId })
  expect(await open('mara')).toEqual([
    ['Answer', false],
    [null, true],
    [null, true],
  ])
  expect(await open('juno')).toEqual([[null, true]])
})

test('a rolled back transaction notifies no one', async () => {
  await expect(
    database.db.transaction().execute(async (trx) => {
      await settleNotifications(trx, { subjectId: newId() })
      await trx.insertInto('notifications').values({ user_id: mara, kind: 'booking_agreed' }).execute()
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await listNotices('mara')).toEqual([])
})

test('notification calls require a session, and refuse invalid input with an error message', async () => {
  await expect(harness.as(null).list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(harness.as(null).unread()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(harness.as(null).markAllRead()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  for (const input of [{ after: 'x' }, { limit: 0 }, { limit: 51 }])
    await expect(harness.as('mara').list(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(harness.as('mara').markRead({ ids: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('deletes all notifications that were read more than 90 days ago; unread ones stay', async () => {
  const subtractDays = (count: number) => new Date(now.getTime() - count * 24 * 60 * 60 * 1000)
  await harness.notify(...Array.from({ length: 2100 }, () => createNotice({ kind: 'connection_accepted' })))
  await database.db
    .updateTable('notifications')
    .set({ read_at: subtractDays(91) })
    .execute()
  await harness.notify(createNotice(), createNotice({ userId: juno }))
  await database.db
    .updateTable('notifications')
    .set({ read_at: subtractDays(89) })
    .where('user_id', '=', juno)
    .execute()
  expect(await deleteReadNotifications(database.db, now)).toBe(2100)
  expect(await deleteReadNotifications(database.db, now)).toBe(0)
  expect([(await listNotices('mara')).length, (await listNotices('juno')).length]).toEqual([1, 1])
})

test("a block removes the other person's notifications from list and count, except those about bookings", async () => {
  await harness.notify(createNotice())
  await harness.notify(createNotice({ kind: 'booking_request', facts: { title: 'Soft Machinery' } }))
  expect(await listNotices('mara')).toHaveLength(2)
  await database.db.insertInto('blocks').values({ blocker_id: sofia, blocked_id: mara }).execute()
  expect((await listNotices('mara')).map(({ kind }) => kind)).toEqual(['booking_request'])
  expect(await harness.as('mara').unread()).toEqual({ count: 1 })
  await database.db.deleteFrom('blocks').execute()
})
