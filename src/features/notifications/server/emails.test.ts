import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getPersonEmail, getPersonId } from '~demo/people'
import { seedDemo } from '~demo/seed-demo'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { NOTIFICATION_KINDS, getKindConfig } from '../rules/notification-kind'
import { emailNotificationJob, type Notice, settleNotifications } from './public'
import { createNotificationsHarness, publicUrl } from './testing'

const now = new Date('2026-11-21T02:00:00Z')
let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: ReturnType<typeof createNotificationsHarness>
const mara = getPersonId('mara')
const sofia = getPersonId('sofia')

beforeAll(async () => {
  database = await createTestDatabase()
  await seedDemo(database.db, { now, hashPassword: async () => 'hash' })
  harness = createNotificationsHarness(database.db, now)
})
afterAll(() => database.drop())
afterEach(async () => {
  harness.queue.length = 0
  harness.emails.length = 0
  await database.db.deleteFrom('email_preferences').execute()
  await database.db
    .updateTable('accounts')
    .set({ email_verified_at: now, suspended_until: null })
    .where('id', '=', mara)
    .execute()
})

const facts = {
  title: 'Soft Machinery',
  location: 'Loom Hall, Glasgow',
  timezone: 'Europe/London',
  startsAt: '2026-12-18T23:00:00.000Z',
  endsAt: '2026-12-19T02:00:00.000Z',
  feeCents: 120_000,
  depositCents: 30_000,
  hospitality: 'Hotel for one, dinner',
  technical: '',
  message: 'Two hours of machines, then you. <b>Loud</b>',
  answerBy: '2026-12-04T12:00:00.000Z',
  youPlay: true,
}
const offer = (more: Partial<Notice> = {}): Notice => ({
  userId: mara,
  kind: 'booking_request',
  actorId: sofia,
  subjectId: newId(),
  facts,
  ...more,
})

test('an offer email contains the fee, the terms, a button and an unsubscribe link', async () => {
  const subjectId = newId()
  await harness.notify(offer({ subjectId }))
  const [emailMessage] = await harness.runJobs()
  expect(emailMessage).toMatchObject({
    to: getPersonEmail('mara'),
    subject: 'Sofia Lind offers you Friday 18 December',
    fromName: 'Sofia Lind via Back to Back',
    headers: {
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/b2b\.example\/unsubscribe\/[\w.-]+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
  const text = emailMessage?.text.replaceAll(/\s+/g, ' ') ?? ''
  for (const part of [
    'Offer for Soft Machinery',
    '$1,200.00',
    '“Two hours of machines, then you. <b>Loud</b>”',
    `${publicUrl}/dashboard/bookings/${subjectId}`,
    'Friday 18 December 2026',
    '23:00–02:00, Europe/London',
    'Loom Hall, Glasgow',
    '$300.00',
    'Hotel for one, dinner',
    'Friday 4 December',
    'You get this email because an offer needs an answer. Stop emails about bookings',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Technical')
  expect(emailMessage?.html).toContain('&lt;b&gt;Loud&lt;/b&gt;')
  expect(emailMessage?.html).not.toContain('<b>Loud')
  const link = emailMessage?.headers?.['List-Unsubscribe']?.slice(1, -1) ?? ''
  expect(emailMessage?.html).toContain(`href="${link}"`)
})

test('an email about an offer has its amounts in the currency of the booking', async () => {
  const facts = { title: 'Soft Machinery', currency: 'JPY', feeCents: 120_000, depositCents: 30_000 } as const
  await harness.notify(offer({ facts }))
  const [emailMessage] = await harness.runJobs()
  expect(emailMessage?.text).toContain('¥120,000')
  expect(emailMessage?.text).toContain('¥30,000')
  expect(emailMessage?.text).not.toContain('$')
})

test('a connection request email quotes the note, and its link unsubscribes from connection requests', async () => {
  await harness.notify(offer({ kind: 'connection_request', facts: { note: 'We play the same night' } }))
  const [emailMessage] = await harness.runJobs()
  expect(emailMessage?.subject).toBe('Sofia Lind wants to connect')
  const text = emailMessage?.text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('“We play the same night”')
  expect(text).toContain(`${publicUrl}/dashboard/network?tab=pending`)
  expect(text).toContain('Stop emails about connections')
})

test('each notification of an emailed kind creates one job and renders an email', async () => {
  await harness.notify(...NOTIFICATION_KINDS.map((kind) => offer({ kind })))
  expect(harness.queue.every(({ name, key, id }) => name === emailNotificationJob && key === id)).toBe(true)
  expect(await harness.runJobs()).toHaveLength(
    NOTIFICATION_KINDS.filter((kind) => getKindConfig(kind).isEmailed).length,
  )
})

test('sends at most one email per notification, even if jobs repeat or run concurrently', async () => {
  await harness.notify(offer())
  const [job] = harness.queue
  await Promise.all(Array.from({ length: 8 }, () => harness.email(job?.id ?? '')))
  await harness.email(job?.id ?? '')
  expect(harness.emails).toHaveLength(1)
})

test('retries an email while the mail server is unavailable, and then sends it once', async () => {
  await harness.notify(offer())
  const [job] = harness.queue
  harness.outage.isOn = true
  await expect(harness.email(job?.id ?? '')).rejects.toThrow('unavailable')
  harness.outage.isOn = false
  await harness.email(job?.id ?? '')
  await harness.email(job?.id ?? '')
  expect(harness.emails).toHaveLength(1)
})

const reasons: [string, () => Promise<unknown>][] = [
  ['has stopped them', () => harness.as('mara').setEmailPreference({ topic: 'bookings', wantsEmail: false })],
  [
    'has not confirmed the address',
    () =>
      database.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', mara).execute(),
  ],
  [
    'is suspended',
    () =>
      database.db
        .updateTable('accounts')
        .set({ suspended_until: new Date(now.getTime() + 1000) })
        .where('id', '=', mara)
        .execute(),
  ],
  ['has read it', () => harness.as('mara').markAllRead()],
]
test.each(reasons)('does not email a person who %s', async (_name, happen) => {
  await harness.notify(offer())
  await happen()
  expect(await harness.runJobs()).toEqual([])
})

test('does not email settled or deleted notifications', async () => {
  const subjectId = newId()
  await harness.notify(offer({ subjectId }), offer())
  await database.db.transaction().execute((trx) => settleNotifications(trx, { subjectId }))
  await database.db.deleteFrom('notifications').where('subject_id', '<>', subjectId).execute()
  expect(await harness.runJobs()).toEqual([])
})

test('unsubscribing from one topic keeps emails of others, and an expired suspension stops no emails', async () => {
  await harness.as('mara').setEmailPreference({ topic: 'connections', wantsEmail: false })
  await database.db.updateTable('accounts').set({ suspended_until: now }).where('id', '=', mara).execute()
  await harness.notify(offer(), offer({ kind: 'connection_request', facts: {} }))
  expect((await harness.runJobs()).map(({ subject }) => subject)).toEqual([
    'Sofia Lind offers you Friday 18 December',
  ])
})

test('sends notifications without an actor in the site’s name', async () => {
  await harness.notify(offer({ kind: 'booking_expired', actorId: null }))
  const [emailMessage] = await harness.runJobs()
  expect(emailMessage?.subject).toBe('No answer in time: Soft Machinery, Friday 18 December')
  expect(emailMessage).not.toHaveProperty('fromName')
})

test('sends nothing to a person without an email address', async () => {
  const { db } = database
  const subjectId = newId()
  const address = getPersonEmail('mara')
  await db
    .updateTable('accounts')
    .set({ email: null, email_verified_at: null, phone: '+447700900123' })
    .where('id', '=', mara)
    .execute()
  await harness.notify(offer({ subjectId }))
  expect(await harness.runJobs()).toEqual([])
  const notice = await db
    .selectFrom('notifications')
    .select(['kind', 'read_at'])
    .where('user_id', '=', mara)
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  expect(notice).toEqual({ kind: 'booking_request', read_at: null })
  await db.updateTable('accounts').set({ email: address }).where('id', '=', mara).execute()
})
