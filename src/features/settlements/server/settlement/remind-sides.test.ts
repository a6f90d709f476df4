import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Caller } from '~/platform/rpc/caller'
import { randomRuns } from '~tests/support/random-runs'
import { insertCaller, openShop } from '~tests/support/shop'
import { collectNotifications, openSettlement } from '../testing'
import { sendReminders } from './notify-waiting'

const { db } = await openShop()
const DAY = 86_400_000

async function open() {
  const books = await openSettlement(db)
  const { eventId, as } = books
  const remind = (person: Caller) => as(person).settlement.remind({ eventId })
  /** Reminds as this person and returns the notifications that were created. */
  const collect = (person: Caller) => collectNotifications(db, eventId, () => remind(person))
  const createLines = (...people: Caller[]) => people.map(({ id }) => `settlement_reminder ${id}`).toSorted()
  const letHoursPass = (hours: number) =>
    sql`update notifications set created_at = created_at - ${hours} * interval '1 hour' where subject_id = ${eventId}`.execute(
      db,
    )
  return { ...books, remind, collect, createLines, letHoursPass }
}

test('reminds the sides that haven’t accepted, each once in 24 hours', async () => {
  const { as, eventId, organizer, mara, juno, accept, collect, createLines, letHoursPass } = await open()
  await accept(organizer)
  expect(await collect(organizer)).toEqual(createLines(mara, juno))
  const { reminders } = await as(organizer).settlement.reminders({ eventId })
  expect(reminders.map(({ personId }) => personId).toSorted()).toEqual([mara.id, juno.id].toSorted())
  await letHoursPass(23.9)
  expect(await collect(organizer)).toEqual([])
  await accept(juno)
  expect(await collect(juno), 'another side').toEqual([])
  await letHoursPass(0.2)
  expect((await as(mara).settlement.reminders({ eventId })).reminders).toEqual([])
  expect(await collect(juno)).toEqual(createLines(mara))
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from notifications
    where subject_id = ${eventId} and user_id = ${mara.id} and settled_at is null`.execute(db)
  expect(rows, 'only the last reminder asks for an acceptance').toEqual([{ count: 1 }])
})

test('a person whom the job has just reminded isn’t reminded again', async () => {
  const { announce, services, clock, organizer, accept, collect } = await open()
  await announce()
  await accept(organizer)
  clock.now = new Date(clock.now.getTime() + 3 * DAY)
  await sendReminders(services)
  expect(await collect(organizer)).toEqual([])
})

test('refuses reminders by people who haven’t accepted the current figures or don’t share in the event', async () => {
  const { as, eventId, organizer, mara, accept, remind, orders } = await open()
  await accept(organizer)
  await expect(remind(mara)).rejects.toMatchObject({ code: 'NOT_ACCEPTED' })
  const stranger: Caller = { ...(await insertCaller(db)), roles: ['user'] }
  await expect(remind(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(as(stranger).settlement.reminders({ eventId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await sql`
    select refund_tickets(${orders[0]}::uuid, (select array_agg(id) from tickets where order_id = ${orders[0]}), 'holder', true)`.execute(
    db,
  )
  await expect(remind(organizer), 'the figures changed').rejects.toMatchObject({ code: 'NOT_ACCEPTED' })
})

test('refuses while a figure is questioned, before the settlement is ready, and once it is final', async () => {
  const { as, eventId, clock, organizer, mara, juno, accept, remind } = await open()
  await accept(organizer)
  const { questions } = await as(mara).settlement.question({
    eventId,
    figure: 'gross',
    expectedCents: null,
    reason: 'It was full',
  })
  await expect(remind(organizer)).rejects.toMatchObject({ code: 'QUESTIONED' })
  await as(organizer).settlement.resolve({
    eventId,
    questionId: questions[0]?.id ?? '',
    resolution: 'confirmed',
  })
  const readyAt = clock.now
  clock.now = new Date(readyAt.getTime() - DAY)
  await expect(remind(organizer)).rejects.toMatchObject({ code: 'NOT_READY' })
  clock.now = readyAt
  await accept(mara)
  await accept(juno)
  await expect(remind(organizer)).rejects.toMatchObject({ code: 'SETTLED' })
})

test('simultaneous calls of two sides remind each person once', async () => {
  for (let round = 0; round < randomRuns(5); round += 1) {
    const { eventId, organizer, mara, juno, accept, remind, createLines } = await open()
    await accept(organizer)
    await accept(mara)
    const remindOften = () => Promise.all([organizer, mara, organizer].map((person) => remind(person)))
    expect(await collectNotifications(db, eventId, remindOften)).toEqual(createLines(juno))
  }
})
