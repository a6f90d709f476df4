import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '~tests/support/database'
import { newId } from '~/lib/ids'
import { FLAT_DEAL } from '../rules/deal'
import { createTerms, createTestBookings, insertDj, insertMember, sendRequest } from './testing'

const database = await createTestDatabase()
afterAll(database.drop)
const bookings = createTestBookings(database.db)
const client = await insertMember(bookings.db)
const dj = await insertDj(bookings.db)

test.each([
  ['a guaranteed fee', { isFeeGuaranteed: true }],
  ['half of the fee for a cancellation a year before', { cancellation: { freeDays: 365, halfFeeDays: 364 } }],
  ['a share', { kind: 'percentage' as const, basisPoints: 5000 }],
])('an API key can’t offer %s, even if the other side has proposed it', async (_deal, more) => {
  const id = await sendRequest(bookings, client, dj, 30)
  const deal = { ...FLAT_DEAL, ...more }
  const feeCents = deal.kind === 'percentage' ? null : 90_000
  const special = { ...createTerms(bookings, 30), feeCents, depositCents: null, deal }
  await bookings.as(dj).offer({ id, steps: 1, terms: special })
  const byKey = bookings.as({ ...client, apiKey: { id: newId(), scopes: ['bookings:write'] } })
  const { deal: _kept, ...withoutDeal } = special
  for (const terms of [special, withoutDeal])
    await expect(byKey.offer({ id, steps: 2, terms })).rejects.toMatchObject({
      code: 'BAD_TERMS',
      data: { field: 'deal' },
    })
  const usual = { ...special, feeCents: 80_000, deal: FLAT_DEAL }
  await expect(byKey.offer({ id, steps: 2, terms: usual })).rejects.toMatchObject({ code: 'BAD_TERMS' })
  await bookings.as(client).decline({ id, steps: 2 })
})

test('an API key can offer a flat fee, but can’t accept or decline', async () => {
  const id = await sendRequest(bookings, client, dj, 30)
  const byKey = bookings.as({ ...dj, apiKey: { id: newId(), scopes: ['bookings:write'] } })
  for (const act of ['accept', 'decline'] as const)
    await expect(byKey[act]({ id, steps: 1 })).rejects.toMatchObject({ code: 'API_KEY_NOT_ACCEPTED' })
  const terms = createTerms(bookings, 30, { feeCents: 80_000 })
  expect(await byKey.offer({ id, steps: 1, terms })).toMatchObject({ steps: 2, awaiting: 'them' })
})
