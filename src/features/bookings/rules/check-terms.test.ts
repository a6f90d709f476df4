import { expect, test } from 'vitest'
import { findTermsProblem } from './check-terms'

const now = new Date('2026-11-21T10:00:00Z')
const terms = {
  startsAt: new Date('2026-12-18T23:00:00Z'),
  endsAt: new Date('2026-12-19T02:00:00Z'),
  timezone: 'Europe/London',
  feeCents: 120_000 as number | null,
  depositCents: 30_000 as number | null,
  currency: 'USD' as const,
}
const findField = (more: Partial<typeof terms>) => findTermsProblem({ ...terms, ...more }, now)?.field
const addHours = (count: number) => new Date(terms.startsAt.getTime() + count * 3_600_000)

test('accepts valid terms', () => {
  expect(findTermsProblem(terms, now)).toBeUndefined()
  expect(findField({ feeCents: null, depositCents: null })).toBeUndefined()
  expect(findField({ feeCents: 0, depositCents: 0 })).toBeUndefined()
  expect(findField({ depositCents: 120_000 })).toBeUndefined()
  expect(findField({ depositCents: 100 })).toBeUndefined()
  expect(findField({ endsAt: addHours(24) })).toBeUndefined()
})

test('names the first invalid term', () => {
  expect(findField({ timezone: 'Europe/Nowhere' })).toBe('timezone')
  expect(findField({ timezone: '+02:00' })).toBe('timezone')
  expect(findField({ startsAt: now })).toBe('startsAt')
  expect(findField({ startsAt: new Date(now.getTime() + 731 * 86_400_000) })).toBe('startsAt')
  expect(findField({ startsAt: new Date(Number.NaN) })).toBe('startsAt')
  expect(findField({ endsAt: terms.startsAt })).toBe('endsAt')
  expect(findField({ endsAt: new Date(addHours(24).getTime() + 1) })).toBe('endsAt')
  expect(findField({ depositCents: 120_001 })).toBe('depositCents')
  expect(findField({ feeCents: null })).toBe('depositCents')
})

test.each([1, 99])('refuses a deposit of %d, which can’t be charged', (depositCents) => {
  expect(findTermsProblem({ ...terms, depositCents }, now)).toEqual({
    field: 'depositCents',
    message: 'Enter $0.00 or at least $1.00. Smaller deposits can’t be charged.',
  })
  expect(findTermsProblem({ ...terms, depositCents, currency: 'JPY' }, now)?.message).toBe(
    'Enter ¥0 or at least ¥100. Smaller deposits can’t be charged.',
  )
})
