import { expect, test } from 'vitest'
import { findTermsProblem } from './check-terms'

const now = new Date('2026-11-21T10:00:00Z')
const terms = {
  startsAt: new Date('2026-12-18T23:00:00Z'),
  endsAt: new Date('2026-12-19T02:00:00Z'),
  timezone: 'Europe/London',
  feeCents: 120_000 as number | null,
  depositCents: 30_000 as number | null,
}
const fieldOf = (more: Partial<typeof terms>) => findTermsProblem({ ...terms, ...more }, now)?.field
const hours = (count: number) => new Date(terms.startsAt.getTime() + count * 3_600_000)

test('accepts valid terms', () => {
  expect(findTermsProblem(terms, now)).toBeUndefined()
  expect(fieldOf({ feeCents: null, depositCents: null })).toBeUndefined()
  expect(fieldOf({ feeCents: 0, depositCents: 0 })).toBeUndefined()
  expect(fieldOf({ depositCents: 120_000 })).toBeUndefined()
  expect(fieldOf({ endsAt: hours(24) })).toBeUndefined()
})

test('names the first invalid term', () => {
  expect(fieldOf({ timezone: 'Europe/Nowhere' })).toBe('timezone')
  expect(fieldOf({ timezone: '+02:00' })).toBe('timezone')
  expect(fieldOf({ startsAt: now })).toBe('startsAt')
  expect(fieldOf({ startsAt: new Date(now.getTime() + 731 * 86_400_000) })).toBe('startsAt')
  expect(fieldOf({ startsAt: new Date(Number.NaN) })).toBe('startsAt')
  expect(fieldOf({ endsAt: terms.startsAt })).toBe('endsAt')
  expect(fieldOf({ endsAt: new Date(hours(24).getTime() + 1) })).toBe('endsAt')
  expect(fieldOf({ depositCents: 120_001 })).toBe('depositCents')
  expect(fieldOf({ feeCents: null })).toBe('depositCents')
})
