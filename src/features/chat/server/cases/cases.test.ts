import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '~/database/connect'
import { createTestDatabase } from '~tests/support/database'
import { createLimits } from '~/platform/limits/limits'
import type { Caller } from '~/platform/rpc/caller'
import { auditBy, createTestChat, insertMessage, insertPerson, insertRoom, type TestChat } from '../testing'

let db: Database
let drop: () => Promise<void>
let chat: TestChat
let marco: Caller, temi: Caller, juno: Caller, noor: Caller, other: Caller, boss: Caller
let roomId: string
let messageId: string
let caseId: string

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
  other = await insertPerson(db, { name: 'Milo Other', roles: ['moderator'] })
  boss = await insertPerson(db, { name: 'Ada Boss', roles: ['admin'] })
  // None of the site moderators is a member of this room.
  roomId = await insertRoom(db, { type: 'private', admins: [juno], members: [marco, temi] })
  await insertMessage(db, roomId, juno, { content: 'One' })
  await insertMessage(db, roomId, temi, { content: 'Two' })
  await insertMessage(db, roomId, null, { content: 'Three' })
  messageId = (await insertMessage(db, roomId, marco)).id
  await insertMessage(db, roomId, juno, { content: 'Four' })
  caseId = await reportIt(messageId)
})

const reason = 'Advertising, third room today'
const refusedWith = (code: string) => expect.objectContaining({ code })
const as = (person: Caller) => chat.as(person).cases

async function reportIt(id: string): Promise<string> {
  await chat.as(temi).moderation.report({
    about: { kind: 'message', messageId: id },
    reason: 'spam',
    note: 'Third room today',
  })
  const row = await db
    .selectFrom('moderation_cases')
    .where('message_id', '=', id)
    .where('decided_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function inList(person: Caller, tab: 'open' | 'mine' | 'closed'): Promise<boolean> {
  const { cases } = await as(person).list({ tab, limit: 50 })
  return cases.some(({ id }) => id === caseId)
}

test('shows the quote and two messages on each side, even to a moderator who is not a member of the room', async () => {
  const joinedAt = '2026-11-06T20:00:00.000Z'
  await db.updateTable('profiles').set({ created_at: joinedAt }).where('id', '=', marco.id).execute()
  const found = await as(noor).get({ caseId })
  expect(found).toMatchObject({
    title: 'Message in Load-in',
    reason: 'spam',
    reporters: 1,
    person: { id: marco.id, name: 'Marco Tiele' },
    room: { id: roomId, name: 'Load-in' },
    quote: { text: 'Soundcheck at five', isHidden: false, isRemoved: false, isChanged: false },
    around: [
      { senderName: 'Temi Adeyemi', text: 'Two', isBefore: true },
      { senderName: 'Anonymous', text: 'Three', isBefore: true },
      { senderName: 'Juno Okafor', text: 'Four', isBefore: false },
    ],
    reports: [{ reporter: { name: 'Temi Adeyemi' }, reason: 'spam', note: 'Third room today' }],
    record: { joinedAt, earlierReports: 0, timesMuted: 0, mutedUntil: null },
    options: ['nothing', 'hide', 'hide_and_mute', 'ban'],
    decisionReason: null,
    decidedBy: null,
  })
  expect(found.number).toMatch(/^R-\d+$/)
})

test('the quote stays after an edit, hiding or deletion, with a note that says so', async () => {
  const row = db.updateTable('chat_messages').where('id', '=', messageId)
  await row.set({ content: 'Lovely weather', hidden_at: new Date() }).execute()
  expect((await as(noor).get({ caseId })).quote).toMatchObject({
    text: 'Soundcheck at five',
    isHidden: true,
    isChanged: true,
  })
  await db.deleteFrom('chat_messages').where('id', '=', messageId).execute()
  const found = await as(noor).get({ caseId })
  expect(found.quote).toMatchObject({ text: 'Soundcheck at five', isRemoved: true })
  expect(found.options).toEqual(['nothing', 'mute', 'ban'])
  await expect(as(noor).decide({ caseId, decision: 'hide', reason: reason })).rejects.toEqual(
    refusedWith('DECISION_NOT_POSSIBLE'),
  )
})

test('only moderators and admins see the queue', async () => {
  for (const person of [temi, juno, marco]) {
    await expect(as(person).counts()).rejects.toEqual(refusedWith('FORBIDDEN'))
    await expect(as(person).get({ caseId })).rejects.toEqual(refusedWith('FORBIDDEN'))
    await expect(as(person).decide({ caseId, decision: 'nothing', reason: reason })).rejects.toEqual(
      refusedWith('FORBIDDEN'),
    )
  }
  await expect(as(noor).get({ caseId: 'nothing' })).rejects.toEqual(refusedWith('NOT_FOUND'))
})

test('hides cases about the caller', async () => {
  await chat
    .as(temi)
    .moderation.report({ about: { kind: 'person', personId: noor.id }, reason: 'insult', note: '' })
  const { id } = await db
    .selectFrom('moderation_cases')
    .where('person_id', '=', noor.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await expect(as(noor).get({ caseId: id })).rejects.toEqual(refusedWith('NOT_FOUND'))
  await expect(as(noor).decide({ caseId: id, decision: 'nothing', reason: reason })).rejects.toEqual(
    refusedWith('NOT_FOUND'),
  )
  expect((await as(other).counts()).open - (await as(noor).counts()).open).toBe(1)
  const found = await as(other).get({ caseId: id })
  expect([found.title, found.quote, found.room, found.options]).toEqual([
    'Noor Haddad',
    null,
    null,
    ['nothing'],
  ])
  await expect(
    as(other).decide({ caseId: id, decision: 'mute', minutes: 60, reason: reason }),
  ).rejects.toEqual(refusedWith('PROTECTED'))
  await as(other).decide({ caseId: id, decision: 'nothing', reason: reason })
})

test('taking a case assigns it to the moderator; taking it over requires naming the previous one', async () => {
  await as(noor).take({ caseId, isTaken: true })
  expect(await inList(noor, 'mine')).toBe(true)
  expect(await inList(other, 'mine')).toBe(false)
  expect((await as(other).get({ caseId })).takenBy).toMatchObject({ name: 'Noor Haddad' })
  for (const attempt of [
    () => as(other).take({ caseId, isTaken: true }),
    () => as(other).decide({ caseId, decision: 'nothing', reason: reason }),
    () => as(other).pass({ caseId }),
  ])
    await expect(attempt()).rejects.toEqual(refusedWith('TAKEN'))
  await as(other).take({ caseId, isTaken: true, from: noor.id })
  await expect(as(noor).decide({ caseId, decision: 'nothing', reason: reason })).rejects.toEqual(
    refusedWith('TAKEN'),
  )
  await as(other).take({ caseId, isTaken: false })
  expect(await inList(other, 'mine')).toBe(false)
  expect((await as(noor).get({ caseId })).takenBy).toBeNull()
})

test('of two concurrent attempts to take a case, one succeeds', async () => {
  const results = await Promise.allSettled(
    [noor, other, boss].map((person) => as(person).take({ caseId, isTaken: true })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('only admins see a case passed to an admin', async () => {
  await as(noor).take({ caseId, isTaken: true })
  await as(noor).pass({ caseId })
  expect([await inList(noor, 'open'), await inList(other, 'open'), await inList(boss, 'open')]).toEqual([
    false,
    false,
    true,
  ])
  for (const attempt of [
    () => as(other).decide({ caseId, decision: 'nothing', reason: reason }),
    () => as(other).take({ caseId, isTaken: true }),
    () => as(other).pass({ caseId }),
  ])
    await expect(attempt()).rejects.toEqual(refusedWith('FOR_ADMINS'))
  expect((await as(boss).get({ caseId })).isPassedToAdmin).toBe(true)
  await as(boss).decide({ caseId, decision: 'nothing', reason: reason })
  expect(await auditBy(db, noor)).toMatchObject([
    { action: 'chat.pass_case', subject: caseId, details: { person: marco.id } },
  ])
})

test('hide and mute does both, closes the case and writes one audit entry for each', async () => {
  chat.published.length = 0
  await as(noor).decide({ caseId, decision: 'hide_and_mute', minutes: 1440, reason: reason })
  const { number, ...found } = await as(noor).get({ caseId })
  expect(found).toMatchObject({
    decision: 'hide_and_mute',
    decidedBy: { name: 'Noor Haddad' },
    decisionReason: reason,
    decidedAt: '2026-11-20T21:48:00.000Z',
    quote: { isHidden: true },
    record: { timesMuted: 1, mutedUntil: '2026-11-21T21:48:00.000Z' },
    options: [],
  })
  expect(chat.heard()).toEqual([
    { kind: 'changed', roomId, messageId },
    { kind: 'member', roomId, userId: marco.id },
  ])
  expect(chat.notified()).toEqual(expect.arrayContaining([marco.id, noor.id, other.id, boss.id]))
  expect(await auditBy(db, noor)).toEqual([
    {
      action: 'chat.decide_case',
      subject: caseId,
      details: { case: number, decision: 'hide_and_mute', person: marco.id, reason },
    },
    {
      action: 'chat.hide_message',
      subject: messageId,
      details: { person: marco.id, room: roomId, reason, case: number },
    },
    {
      action: 'chat.mute',
      subject: marco.id,
      details: { room: null, until: '2026-11-21T21:48:00.000Z', reason, case: number },
    },
  ])
  expect([await inList(other, 'open'), await inList(other, 'closed')]).toEqual([false, true])
})

test("a ban from the message's room also hides the message", async () => {
  await as(noor).decide({ caseId, decision: 'ban', reason: reason })
  const members = await db
    .selectFrom('chat_room_members')
    .where('room_id', '=', roomId)
    .where('user_id', '=', marco.id)
    .selectAll()
    .execute()
  expect(members).toEqual([])
  expect((await auditBy(db, noor)).map(({ action }) => action)).toEqual([
    'chat.ban',
    'chat.decide_case',
    'chat.hide_message',
  ])
})

test('of two concurrent decisions one wins, the other is refused, and the measure is applied once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const message = (await insertMessage(db, roomId, marco)).id
    const id = await reportIt(message)
    const results = await Promise.allSettled([
      as(noor).decide({ caseId: id, decision: 'hide_and_mute', minutes: 60, reason: reason }),
      as(other).decide({ caseId: id, decision: 'hide', reason: reason }),
    ])
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost.map(({ reason }) => reason)).toEqual([refusedWith('DECIDED')])
    const hidden = await db
      .selectFrom('audit_log')
      .where('subject_id', '=', message)
      .select('actor_id')
      .execute()
    expect(hidden).toEqual([{ actor_id: results[0]?.status === 'fulfilled' ? noor.id : other.id }])
  }
})

test('a mute requires a duration and a decision requires a reason', async () => {
  await expect(as(noor).decide({ caseId, decision: 'hide_and_mute', reason: reason })).rejects.toEqual(
    refusedWith('BAD_REQUEST'),
  )
  await expect(as(noor).decide({ caseId, decision: 'nothing', reason: ' ' })).rejects.toEqual(
    refusedWith('BAD_REQUEST'),
  )
  expect(await inList(noor, 'open')).toBe(true)
})

test('counts the cases of each tab, and pages through them without a gap', async () => {
  for (let index = 0; index < 4; index += 1) await reportIt((await insertMessage(db, roomId, marco)).id)
  const { open, oldestAt } = await as(noor).counts()
  expect(oldestAt).not.toBeNull()
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await as(noor).list({ tab: 'open', limit: 2, ...(after ? { after } : {}) })
    seen.push(...page.cases.map(({ id }) => id))
    after = page.nextCursor ?? undefined
  } while (after !== undefined)
  expect(seen).toHaveLength(open)
  expect(new Set(seen).size).toBe(open)
})

test('earlier reports of a person appear in their next case', async () => {
  await as(noor).decide({ caseId, decision: 'hide', reason: reason })
  const next = await reportIt((await insertMessage(db, roomId, marco)).id)
  expect((await as(noor).get({ caseId: next })).record.earlierReports).toBe(1)
})
