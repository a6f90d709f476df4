import { expect, test } from 'vitest'
import type { Terms } from '../../contract-shapes'
import { FLAT_DEAL } from '../../rules/deal'
import { withEnd } from '../../rules/set-times'
import { createBlankOffer, pickChangedFields, findField, parseOffer } from './counter-offer-draft'

const offered: Terms = {
  eventType: 'Live Set',
  location: 'Loom Hall, Glasgow',
  timezone: 'Europe/London',
  startsAt: '2026-12-18T23:00:00.000Z',
  endsAt: '2026-12-19T02:00:00.000Z',
  feeCents: 120_000,
  depositCents: 30_000,
  deal: FLAT_DEAL,
  hospitality: 'Hotel for one, dinner',
  technical: '',
}
const blank = createBlankOffer(offered, 2)

test('an unchanged draft has the current terms', () => {
  expect(parseOffer(blank, offered)).toEqual({ problems: {}, input: offered })
  expect(pickChangedFields(blank, blank)).toEqual({ seen: '2' })
})

test('keeps only changed fields, so a newer offer fills the rest', () => {
  const changes = pickChangedFields({ ...blank, fee: '$1,400.00' }, blank)
  expect(changes).toEqual({ fee: '$1,400.00', seen: '2' })
  const newer = { ...offered, depositCents: 50_000 }
  expect(parseOffer({ ...createBlankOffer(newer, 4), ...changes }, newer)).toEqual({
    problems: {},
    input: { ...newer, feeCents: 140_000 },
  })
})

test('reads times, amounts and riders as typed', () => {
  const draft = { ...withEnd({ ...blank }, '03:30'), fee: '1500', deposit: '', technical: '  Two decks ' }
  expect(parseOffer({ ...blank, ...draft }, offered)).toEqual({
    problems: {},
    input: {
      ...offered,
      endsAt: '2026-12-19T03:30:00.000Z',
      feeCents: 150_000,
      depositCents: null,
      technical: 'Two decks',
    },
  })
})

test('returns each error at its field', () => {
  const findProblems = (change: Partial<typeof blank>) =>
    parseOffer({ ...blank, ...change }, offered).problems
  expect(findProblems({ fee: 'plenty' })).toEqual({ fee: 'Enter an amount such as $1,200.00.' })
  expect(findProblems({ fee: '1000001' })).toEqual({ fee: 'Enter at most $1,000,000.00.' })
  expect(findProblems({ deposit: '1300' })).toEqual({ deposit: 'The deposit is more than the fee.' })
  expect(findProblems({ fee: '', deposit: '1' })).toEqual({ deposit: 'The deposit is more than the fee.' })
  expect(findProblems({ day: '', starts: '', ends: '' })).toEqual({
    day: 'Choose a day.',
    starts: 'Enter a time such as 23:00.',
    ends: 'Enter a time such as 02:00.',
  })
})

test('maps server field names to form fields', () => {
  expect(findField('startsAt')).toBe('starts')
  expect(findField('terms.feeCents')).toBe('fee')
  expect(findField('location')).toBeUndefined()
})
