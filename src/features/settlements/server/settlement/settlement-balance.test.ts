import { expect, test } from 'vitest'
import { openShop } from '~tests/support/shop'
import { openSettlement, postAt } from '../testing'

const { db } = await openShop()

test('refuses to accept a sheet that differs from the ledger', async () => {
  const { accept, organizer, eventId, getSettlement } = await openSettlement(db)
  await postAt(db, eventId, { at: '2026-12-01T12:00:00Z', cents: 5, kind: 'payment_returned' })
  expect(await getSettlement()).toMatchObject({ grossCents: 32_000, balanceCents: 32_005 })
  await expect(accept(organizer)).rejects.toMatchObject({ code: 'NOT_BALANCED' })
})
