import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect, type Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLog } from '~/platform/log/log'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import { createTestChat, insertMessage, insertPerson, insertRoom, type TestChat } from '../testing'
import { publishQueue } from './publish-queue'

let db: Database
let drop: () => Promise<void>
let chat: TestChat
let marco: Caller, temi: Caller, juno: Caller, noor: Caller
let roomId: string
let messageId: string

beforeAll(async () => {
  ;({ db, drop } = await createTestDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  chat = createTestChat(db, createLimits())
  chat.clock.now = new Date('2026-11-20T21:48:00Z')
  marco = await insertPerson(db, { name: 'Marco Tiele' })
  temi = await insertPerson(db, { name: 'Temi Adeyemi' })
  juno = await insertPerson(db, { name: 'Juno Okafor' })
  noor = await insertPerson(db, { name: 'Noor Haddad', roles: ['moderator'] })
  roomId = await insertRoom(db, { members: [marco, temi, juno] })
  messageId = (await insertMessage(db, roomId, marco)).id
})

const refusedWith = (code: string) => expect.objectContaining({ code })
const aboutMessage = (id = messageId) => ({ kind: 'message', messageId: id }) as const
const aboutPerson = (person: Caller) => ({ kind: 'person', personId: person.id }) as const
const report = (by: Caller, about: ReturnType<typeof aboutMessage> | ReturnType<typeof aboutPerson>) =>
  chat.as(by).moderation.report({ about, reason: 'spam', note: '' })
const casesAbout = (person: Caller) =>
  db.selectFrom('moderation_cases').selectAll().where('person_id', '=', person.id).execute()

test('a report keeps the reported text and notifies the moderators', async () => {
  await chat.as(temi).moderation.report({
    about: aboutMessage(),
    reason: 'spam',
    note: ' Third room\u0000 today ',
    hidePerson: true,
  })
  await db
    .updateTable('chat_messages')
    .set({ content: 'Lovely weather' })
    .where('id', '=', messageId)
    .execute()
  await report(juno, aboutMessage())
  const [opened, ...more] = await casesAbout(marco)
  expect(more).toEqual([])
  expect(opened).toMatchObject({
    message_id: messageId,
    room_id: roomId,
    quote: 'Soundcheck at five',
    created_at: chat.clock.now,
  })
  const reports = await db
    .selectFrom('moderation_reports')
    .where('case_id', '=', opened?.id ?? '')
    .select(['reporter_id', 'reason', 'note'])
    .orderBy('id')
    .execute()
  expect(reports).toEqual([
    { reporter_id: temi.id, reason: 'spam', note: 'Third room today' },
    { reporter_id: juno.id, reason: 'spam', note: null },
  ])
  expect(chat.notified()).toContain(noor.id)
  expect(chat.notified()).not.toContain(marco.id)
  const folded = await db
    .selectFrom('chat_hidden_people')
    .where('user_id', '=', temi.id)
    .selectAll()
    .execute()
  expect(folded).toMatchObject([{ hidden_id: marco.id }])
})

test('reporting the same message again stores both notes, counts one reporter and ignores a repeated report', async () => {
  await report(temi, aboutMessage())
  await chat
    .as(temi)
    .moderation.report({ about: aboutMessage(), reason: 'scam', note: 'A link to a fake shop' })
  await chat.as(temi).moderation.report({ about: aboutMessage(), reason: 'scam', note: 'And another one' })
  await report(temi, aboutMessage())
  const [{ id } = { id: '' }] = await casesAbout(marco)
  const { reports, reporters } = await chat.as(noor).cases.get({ caseId: id })
  expect(reports).toMatchObject([
    { reason: 'spam', note: null },
    { reason: 'scam', note: 'A link to a fake shop' },
    { reason: 'scam', note: 'And another one' },
  ])
  expect(reporters).toBe(1)
})

test('concurrent reports are grouped into one case', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = (await insertMessage(db, roomId, marco)).id
    await Promise.all([temi, juno, noor, temi].map((by) => report(by, aboutMessage(id))))
    const rows = await db
      .selectFrom('moderation_cases as c')
      .innerJoin('moderation_reports as o', 'o.case_id', 'c.id')
      .where('c.message_id', '=', id)
      .select(['c.id', 'o.reporter_id'])
      .execute()
    expect(new Set(rows.map((row) => row.id)).size).toBe(1)
    expect(rows).toHaveLength(3)
  }
})

test('a report that races with a decision joins the decided case or opens the next one', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = (await insertMessage(db, roomId, marco)).id
    await report(temi, aboutMessage(id))
    const opened = await db
      .selectFrom('moderation_cases')
      .where('message_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow()
    await Promise.all([
      chat.as(noor).cases.decide({ caseId: opened.id, decision: 'nothing', reason: 'Fine' }),
      report(juno, aboutMessage(id)),
    ])
    const reports = await db
      .selectFrom('moderation_reports as o')
      .innerJoin('moderation_cases as c', 'c.id', 'o.case_id')
      .where('c.message_id', '=', id)
      .select('o.reporter_id')
      .execute()
    // The order is not compared: both reports may have the same millisecond.
    expect(reports).toHaveLength(2)
    expect(new Set(reports.map((row) => row.reporter_id))).toEqual(new Set([temi.id, juno.id]))
  }
})

test('refuses reports of unreadable or deleted messages', async () => {
  const secret = await insertRoom(db, { type: 'private', members: [marco] })
  const within = (await insertMessage(db, secret, marco)).id
  const hidden = (await insertMessage(db, roomId, marco)).id
  await db.updateTable('chat_messages').set({ hidden_at: chat.clock.now }).where('id', '=', hidden).execute()
  for (const id of [within, hidden, 'nothing', marco.id])
    await expect(report(temi, aboutMessage(id))).rejects.toEqual(refusedWith('NOT_FOUND'))
  expect(await casesAbout(marco)).toEqual([])
})

test("users can't report themselves", async () => {
  await expect(report(marco, aboutMessage())).rejects.toEqual(refusedWith('OWN_ACCOUNT'))
  await expect(report(marco, aboutPerson(marco))).rejects.toEqual(refusedWith('OWN_ACCOUNT'))
})

test('a person can be reported by anyone who may know of them: from the directory or a shared room', async () => {
  await report(temi, aboutPerson(marco))
  await report(juno, aboutPerson(marco))
  expect(await casesAbout(marco)).toMatchObject([{ message_id: null, room_id: null, quote: null }])
  // The person is hidden from the directory but in the same room, and is later removed from the room.
  await db.updateTable('profiles').set({ is_public: false }).where('id', '=', marco.id).execute()
  await report(temi, aboutPerson(marco))
  const stranger = await insertPerson(db, { name: 'Stranger' })
  await db.updateTable('chat_rooms').set({ is_active: false }).where('id', '=', roomId).execute()
  await expect(report(stranger, aboutPerson(marco))).rejects.toEqual(refusedWith('NOT_FOUND'))
})

test('a blocked person can be reported; a person who blocks the caller is not found', async () => {
  const [ann, bob] = [await insertPerson(db, { name: 'Ann' }), await insertPerson(db, { name: 'Bob' })]
  await db.insertInto('blocks').values({ blocker_id: ann.id, blocked_id: bob.id }).execute()
  await report(ann, aboutPerson(bob))
  expect(await casesAbout(bob)).toHaveLength(1)
  await expect(report(bob, aboutPerson(ann))).rejects.toEqual(refusedWith('NOT_FOUND'))
})

test('a report succeeds even if the open pages of moderators can’t be updated', async () => {
  const away = connect({ url: 'postgres://nobody@127.0.0.1:1/away', poolSize: 1 })
  const log = createLog({ level: 'silent' })
  const error = vi.spyOn(log, 'error')
  await expect(publishQueue({ db: away, live: { publish: () => undefined }, log })).resolves.toBeUndefined()
  expect(error).toHaveBeenCalledOnce()
  await away.destroy()
})
