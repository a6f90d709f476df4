import { array, assert, infiniteStream, integer, nat, property, tuple } from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { type RefundLine, computeRefundShare } from './refund-share'

const order = (lines: RefundLine[], feeCents: number) => ({
  ticketsCents: lines.reduce((sum, { moneyCents }) => sum + moneyCents, 0),
  feeCents,
  lines,
})

test('R-07 partial refunds sum to the amount paid, in any order', () => {
  assert(
    property(
      array(tuple(integer({ min: 1, max: 10 }), integer({ min: 0, max: 99_999 })), {
        minLength: 1,
        maxLength: 3,
      }),
      integer({ min: 0, max: 3000 }),
      infiniteStream(nat()),
      (wanted, points, choices) => {
        const lines = wanted.map(([quantity, moneyCents], index) => ({
          ticketTypeId: `type-${index}`,
          quantity,
          moneyCents,
          quantityRefunded: 0,
          refundedCents: 0,
        }))
        const whole = order(lines, 0)
        const feeCents = Math.floor((whole.ticketsCents * points + 5000) / 10_000)
        let sum = 0
        for (const choice of choices) {
          const open = lines.filter((line) => line.quantityRefunded < line.quantity)
          const line = open[choice % open.length]
          if (!line) break
          const part = computeRefundShare({ ...whole, feeCents, lines }, new Map([[line.ticketTypeId, 1]]))
          expect(part.cents).toBeGreaterThanOrEqual(0)
          sum += part.cents
          line.quantityRefunded += 1
          line.refundedCents += part.cents - part.feeCents
        }
        expect(sum).toBe(whole.ticketsCents + feeCents)
      },
    ),
  )
})
