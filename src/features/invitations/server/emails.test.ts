import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { DEFAULT_SETTINGS } from '~/features/settings/server/public'
import { createJobs, type Jobs } from '~/platform/jobs/jobs'
import { createLog } from '~/platform/log/log'
import type { EmailMessage } from '~/platform/email/email'
import { sendCodeEmail, sendDeclineEmail } from './emails'
import { createInvitationTallies } from './invitation-counts'
import { addPerson, addMinutes, now } from './testing'

let db: Database
let drop: () => Promise<void>
let jobs: Jobs
let hanna: string
const sent: EmailMessage[] = []
beforeAll(async () => {
  const database = await createTestDatabase()
  ;({ db, drop } = database)
  jobs = createJobs({ url: database.url, log: createLog({ level: 'silent' }) })
  hanna = await addPerson(db, 'Hanna <b>Wolff</b>', 'admin')
})
afterAll(() => drop())
beforeEach(() => void (sent.length = 0))

const services = () => ({
  db,
  jobs,
  live: { publish: () => {} },
  mailer: {
    send: (message: EmailMessage) => Promise.resolve(void sent.push(message)),
    close: () => Promise.resolve(),
  },
  settings: { read: () => Promise.resolve({ ...DEFAULT_SETTINGS, name: 'Night Shift' }) },
  config: { publicUrl: 'https://night.example' },
  invitationTallies: createInvitationTallies({ db }),
})

async function addCode(code: string, more: object = {}): Promise<string> {
  const { id } = await db
    .insertInto('invitations')
    .values({ code, created_by: hanna, expires_at: addMinutes(60 * 24), ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('an invitation names its creator, code and expiry, and its button fills in the code', async () => {
  const invitationId = await addCode('K7Q2XM0R')
  await sendCodeEmail(services(), { invitationId, to: 'new@x.example' }, now)
  const [message] = sent
  expect(message).toMatchObject({
    to: 'new@x.example',
    subject: 'Hanna <b>Wolff</b> invites you to Night Shift',
  })
  expect(message?.html).toContain('https://night.example/auth?code=K7Q2-XM0R')
  expect(message?.html).toMatch(/<h1[^>]*>K7Q2XM0R<\/h1>/)
  expect(message?.html).not.toContain('<b>Wolff</b>')
  expect(message?.text).toContain('until Sun 22 Nov, 12:00 UTC')
  expect(message?.text).not.toContain('Back to Back')
})

test('the link in an email to an account holder opens the redeem page', async () => {
  await addPerson(db, 'Carl Kunde', 'customer')
  const invitationId = await addCode('K7Q2XM0S', { expires_at: null })
  await sendCodeEmail(services(), { invitationId, to: 'carl.kunde@people.example' }, now)
  expect(sent[0]?.html).toContain('https://night.example/dashboard/members-only?code=K7Q2-XM0S')
  expect(sent[0]?.text).toContain('does not expire')
})

test('the email for an approved request says that the request was approved', async () => {
  const invitationId = await addCode('K7Q2XM0T')
  await db
    .insertInto('invite_requests')
    .values({
      full_name: 'Lea Hartmann',
      email: 'lea@x.example',
      occupation: 'dj',
      status: 'approved',
      invitation_id: invitationId,
      answered_at: now,
    })
    .execute()
  await sendCodeEmail(services(), { invitationId, to: 'lea@x.example' }, now)
  expect(sent[0]).toMatchObject({ subject: 'Your request was approved: your code for Night Shift' })
  expect(sent[0]?.text).toContain('You get this email because you requested an invite to Night Shift.')
})

test.each([
  ['revoked', { status: 'revoked' }],
  ['past its expiry', { expires_at: now }],
])('does not email a code that is already %s', async (word, more) => {
  const invitationId = await addCode(`DEAD000${word.length % 10}`, more)
  await sendCodeEmail(services(), { invitationId, to: 'new@x.example' }, now)
  expect(sent).toEqual([])
})

test('does not email a code whose creator is paused', async () => {
  const mara = await addPerson(db, 'Mara Voss', 'user')
  await db.updateTable('profiles').set({ invitations_paused_at: now }).where('id', '=', mara).execute()
  const invitationId = await addCode('PAUSED01', { created_by: mara })
  await sendCodeEmail(services(), { invitationId, to: 'new@x.example' }, now)
  expect(sent).toEqual([])
})

test('does not email a code whose creator is suspended', async () => {
  const mara = await addPerson(db, 'Mara Suspended', 'user')
  const until = new Date(Date.now() + 86_400_000)
  await db.updateTable('accounts').set({ suspended_until: until }).where('id', '=', mara).execute()
  const invitationId = await addCode('SUSPEND1', { created_by: mara })
  await sendCodeEmail(services(), { invitationId, to: 'new@x.example' }, now)
  expect(sent).toEqual([])
})

test('a decline email contains the admin’s message, and is not sent without one', async () => {
  const add = async (email: string, message: string | null) =>
    (
      await db
        .insertInto('invite_requests')
        .values({
          full_name: 'Ragnar Ek',
          email,
          occupation: 'dj',
          status: 'declined',
          answered_at: now,
          answer_message: message,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await sendDeclineEmail(services(), await add('a@x.example', null))
  expect(sent).toEqual([])
  await sendDeclineEmail(services(), await add('b@x.example', 'We are full.\n\n<i>Ask</i> again in May.'))
  expect(sent[0]).toMatchObject({ to: 'b@x.example', subject: 'Your request to join Night Shift' })
  expect(sent[0]?.html).toContain('&lt;i&gt;Ask&lt;/i&gt; again in May.')
  expect(sent[0]?.text).toContain('Not this time.')
})
