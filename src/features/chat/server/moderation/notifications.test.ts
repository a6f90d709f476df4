import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import type { Caller } from '~/platform/rpc/caller'
import {
  createTestChat,
  insertDirect,
  insertMessage,
  insertPerson,
  insertRoom,
  type TestChat,
} from '../testing'

let db: Database
let drop: () => Promise<void>
let chat: TestChat
let admin: Caller, marco: Caller, temi: Caller, noor: Caller, boss: Caller
let roomId: string
let messageId: string

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  chat = createTestChat(db)
  admin = await insertPerson(db, { name: 'Juno Okafor' })
  marco = await insertPerson(db, { name: 'Marco Tiele' })
  temi = await insertPerson(db, { name: 'Temi Adeyemi' })
  noor = await insertPerson(db, { name: 'Noor Haddad', roles: ['moderator'] })
  boss = await insertPerson(db, { name: 'Ada Boss', roles: ['admin'] })
  roomId = await insertRoom(db, { admins: [admin], members: [marco, temi] })
  messageId = (await insertMessage(db, roomId, marco)).id
})

const reason = 'Advertising'
const bell = (person: Caller) =>
  db
    .selectFrom('notifications')
    .where('user_id', '=', person.id)
    .select(['kind', 'subject_id', 'actor_id', 'facts'])
    .orderBy('id')
    .execute()
const report = (by: Caller, note = '') =>
  chat.as(by).moderation.report({ about: { kind: 'message', messageId }, reason: 'spam', note })
const openCase = () =>
  db
    .selectFrom('moderation_cases')
    .where('message_id', '=', messageId)
    .select(['id', 'number'])
    .executeTakeFirstOrThrow()

test('a muted person is notified of the place, the length and the reason, not of the moderator', async () => {
  await chat.as(admin).moderation.mute({ personId: marco.id, roomId, minutes: 60, reason: reason })
  await chat.as(noor).moderation.mute({ personId: marco.id, roomId: null, minutes: 1440, reason: 'Again' })
  expect(await bell(marco)).toEqual([
    {
      kind: 'chat_muted',
      subject_id: roomId,
      actor_id: null,
      facts: { title: 'Load-in', minutes: 60, note: reason },
    },
    {
      kind: 'chat_muted',
      subject_id: marco.id,
      actor_id: null,
      facts: { title: null, minutes: 1440, note: 'Again' },
    },
  ])
  expect(chat.published.at(-1)).toMatchObject({ userIds: [marco.id], topics: ['chat', 'notifications'] })
})

test('a banned person is notified once', async () => {
  const ban = { personId: marco.id, roomId, reason }
  await chat.as(admin).moderation.ban(ban)
  await chat.as(admin).moderation.ban(ban)
  expect(await bell(marco)).toEqual([
    { kind: 'chat_banned', subject_id: roomId, actor_id: null, facts: { title: 'Load-in', note: reason } },
  ])
})

test('the author of a hidden message is notified once, and not when it is shown again', async () => {
  const hide = { messageId, isHidden: true, reason }
  await chat.as(admin).moderation.hideMessage(hide)
  await chat.as(admin).moderation.hideMessage(hide)
  await chat.as(admin).moderation.hideMessage({ ...hide, isHidden: false })
  expect(await bell(marco)).toEqual([
    { kind: 'message_hidden', subject_id: roomId, actor_id: null, facts: { title: 'Load-in', note: reason } },
  ])
  expect(chat.notified()).toContain(marco.id)
})

test('the decision of a report notifies the reported person with one notification', async () => {
  await report(temi)
  const { id: caseId } = await openCase()
  await chat.as(noor).cases.decide({ caseId, decision: 'hide_and_mute', minutes: 60, reason: reason })
  expect(await bell(marco)).toEqual([
    {
      kind: 'chat_muted',
      subject_id: marco.id,
      actor_id: null,
      facts: { title: null, minutes: 60, note: reason },
    },
  ])
})

test.each(['hide', 'ban'] as const)('the decision to %s notifies the reported person', async (decision) => {
  await report(temi)
  await chat.as(noor).cases.decide({ caseId: (await openCase()).id, decision, reason: reason })
  const kind = decision === 'hide' ? 'message_hidden' : 'chat_banned'
  expect(await bell(marco)).toMatchObject([{ kind, subject_id: roomId, facts: { note: reason } }])
})

test('a report that is closed without action does not notify the reported person', async () => {
  await report(temi)
  await chat.as(noor).cases.decide({ caseId: (await openCase()).id, decision: 'nothing', reason: reason })
  expect(await bell(marco)).toEqual([])
})

test('repeated reports notify only moderators and admins who have read the last notification; a decision settles all of them', async () => {
  await report(temi)
  await report(admin)
  const { id, number } = await openCase()
  const notice = {
    kind: 'report_filed',
    subject_id: id,
    actor_id: null,
    facts: { title: `R-${number}`, note: 'Message in Load-in' },
  }
  for (const person of [noor, boss]) expect(await bell(person)).toEqual([notice])
  expect(await bell(temi)).toEqual([])
  expect(chat.published.at(-1)?.topics).toEqual(['chat', 'notifications'])

  await db.updateTable('notifications').set({ read_at: new Date() }).where('user_id', '=', noor.id).execute()
  await report(temi, 'Again')
  expect(await bell(noor)).toHaveLength(2)
  expect(await bell(boss)).toHaveLength(1)

  await chat.as(noor).cases.decide({ caseId: id, decision: 'nothing', reason: reason })
  const open = await db
    .selectFrom('notifications')
    .where('subject_id', '=', id)
    .where('settled_at', 'is', null)
    .select('id')
    .execute()
  expect(open).toEqual([])
})

test('a moderator is not notified of a report about themselves, nor of their own report', async () => {
  const other = await insertPerson(db, { roles: ['moderator'] })
  const about = { kind: 'person', personId: noor.id } as const
  await chat.as(noor).moderation.report({ about: { kind: 'message', messageId }, reason: 'spam', note: '' })
  expect(await bell(noor)).toEqual([])
  await insertDirect(db, temi, noor)
  await chat.as(temi).moderation.report({ about, reason: 'insult', note: '' })
  expect(await bell(noor)).toEqual([])
  expect((await bell(other)).map(({ facts }) => facts)).toMatchObject([
    { note: 'Message in Load-in' },
    { note: 'Noor Haddad' },
  ])
})

test('the queue lists the oldest open report first, over all pages', async () => {
  const later = (await insertMessage(db, roomId, marco)).id
  await report(temi)
  chat.clock.now = new Date(chat.clock.now.getTime() + 60_000)
  await chat
    .as(temi)
    .moderation.report({ about: { kind: 'message', messageId: later }, reason: 'spam', note: '' })
  const inOrder: string[] = []
  let after: string | undefined
  do {
    const page = await chat.as(noor).cases.list({ tab: 'open', limit: 1, ...(after && { after }) })
    inOrder.push(...page.cases.map(({ openedAt, id }) => `${openedAt} ${id}`))
    after = page.nextCursor ?? undefined
  } while (after)
  expect(inOrder.length).toBeGreaterThan(1)
  expect(inOrder).toEqual(inOrder.toSorted())
})
