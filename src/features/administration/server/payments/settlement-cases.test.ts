import { createRouterClient } from '@orpc/server'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSettlement } from '~/features/settlements/server/testing'
import { insertCaller, openShop } from '~tests/support/shop'
import { administrationCalls } from '../calls'
import type { Context } from '../context'

const { db } = await openShop()
const DAY = 86_400_000

async function open() {
  const books = await openSettlement(db)
  const { as, services, clock, shop, eventId } = books
  await books.announce()
  const admin = { ...(await insertCaller(db)), roles: ['admin'] as ['admin'] }
  const context = { ...shop.contextOf(admin), ...services } as unknown as Context
  const { payments } = createRouterClient(administrationCalls, { context })
  /** Questions a figure at the time of the test's clock. */
  const addQuestion = async (person: typeof books.juno, figure: string, reason: string) => {
    await as(person).settlement.question({ eventId, figure, expectedCents: 9_000, reason })
    await sql`
      update settlement_questions set created_at = ${clock.now} where event_id = ${eventId} and figure = ${figure}`.execute(
      db,
    )
  }
  const pass = (days: number) => {
    clock.now = new Date(clock.now.getTime() + days * DAY)
  }
  const listCases = async () => {
    const { settlementCases } = await payments.attention({})
    return settlementCases.rows.filter((row) => row.eventId === eventId)
  }
  return { ...books, payments, addQuestion, pass, listCases }
}

test('an unresolved question is listed for the admins after 3 days, with the email addresses of all sides', async () => {
  const { organizer, mara, juno, maraBooking, junoBooking, eventId, clock, payments, ...books } = await open()
  const readyAt = clock.now
  await books.addQuestion(juno, `share:${junoBooking}`, 'It was full.')
  books.pass(2.9)
  await books.addQuestion(juno, `cost:${maraBooking}:0`, 'She stayed at home.')
  expect(await books.listCases()).toEqual([])
  books.pass(0.1)
  const shareCase = {
    eventTitle: expect.any(String),
    personName: juno.fullName,
    figure: `Share of ${juno.fullName}`,
    reason: 'It was full.',
    questionedAt: readyAt.toISOString(),
    closableAt: new Date(readyAt.getTime() + 14 * DAY).toISOString(),
  }
  expect(await books.listCases()).toMatchObject([shareCase])
  books.pass(3)
  const cases = await books.listCases()
  expect(cases).toMatchObject([shareCase, { figure: 'Hotel', reason: 'She stayed at home.' }])
  expect(await payments.settlement({ eventId })).toMatchObject({
    questions: [
      { figure: shareCase.figure, cents: 4_200, expectedCents: 9_000, reason: 'It was full.' },
      { figure: 'Hotel', cents: 4_000, expectedCents: 9_000 },
    ],
    emails: expect.arrayContaining([organizer, mara, juno].map(({ email }) => email)),
  })
  await books
    .as(juno)
    .settlement.resolve({ eventId, questionId: cases[0]?.questionId ?? '', resolution: 'withdrawn' })
  expect(await books.listCases()).toMatchObject([{ figure: 'Hotel' }])
})

test('a closed settlement isn’t listed, and one that its sides can’t accept yet has no closing day', async () => {
  const { eventId, payments, getSettlement, juno, addQuestion, pass, listCases } = await open()
  await addQuestion(juno, 'gross', 'It was full.')
  pass(14)
  expect(await listCases()).toMatchObject([{ figure: 'Gross' }])
  await sql`delete from settlement_notices where event_id = ${eventId}`.execute(db)
  expect(await listCases()).toMatchObject([{ closableAt: null }])
  await sql`insert into settlement_notices (event_id, kind, sent_at) values (${eventId}, 'ready', now() - interval '1 month')`.execute(
    db,
  )
  const { digest } = await getSettlement()
  await payments.closeSettlement({ eventId, digest, reason: 'No reply.' })
  expect(await listCases()).toEqual([])
})
