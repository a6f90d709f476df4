import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatRefundReason } from './refund-reason'

test('returns the sentence of a reason code, and an organizer’s own sentence unchanged', () => {
  expect(formatRefundReason('sold_out')).toBe(
    'The payment arrived after the hold expired, and the tickets had sold out.',
  )
  expect(formatRefundReason('Double booking.')).toBe('Double booking.')
})

test('every reason code of the database has a sentence', () => {
  const text = readFileSync('src/database/functions/settle_payments.sql', 'utf8')
  const codes = [...text.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, code = '']) => code)
  const reasons = codes.filter((code) =>
    /off_sale|sold_out|promo_code|order_cancelled|amount|already/.test(code),
  )
  expect(new Set(reasons).size).toBe(6)
  for (const code of reasons) expect(formatRefundReason(code)).not.toBe(code)
})
