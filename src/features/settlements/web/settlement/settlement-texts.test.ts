import { expect, test } from 'vitest'
import {
  describeResolution,
  describeRest,
  describeShare,
  describeSheet,
  describeSide,
  formatTimeOfDay,
  getOrganizerPart,
  joinNames,
  listShareLines,
  sumSheet,
} from './settlement-texts'
import {
  createSides,
  createQuestion,
  createSettlement,
  createShare,
  jonas,
  juno,
  mara,
} from './testing-settlement'

test.each<[string, Parameters<typeof createShare>[0], number, string]>([
  [
    'a percentage above the guarantee',
    { shareCents: 159_313 },
    265_521,
    'The greater of the €1,400.00 guarantee and 60% of net. 60% × €2,655.21 = €1,593.13. The percentage is €193.13 higher.',
  ],
  [
    'a guarantee above the percentage',
    { basis: 'guarantee', shareCents: 140_000 },
    219_482,
    'The greater of the €1,400.00 guarantee and 60% of net. 60% × €2,194.82 = €1,316.89, so the guarantee applies. The percentage applies from €2,333.34 net.',
  ],
  [
    'a guarantee of a loss',
    { basis: 'guarantee', shareCents: 140_000 },
    -100,
    'The greater of the €1,400.00 guarantee and 60% of net. Net is below zero, so the guarantee applies.',
  ],
  [
    'a percentage',
    { kind: 'percentage', basisPoints: 1500, fixedCents: null, shareCents: 39_828 },
    265_521,
    '15% of net. 15% × €2,655.21 = €398.28.',
  ],
  [
    'a percentage of a loss',
    { kind: 'split', basisPoints: 1500, fixedCents: null, shareCents: 0 },
    -100,
    '15% of net. Net is below zero, so the share is €0.00.',
  ],
  ['a flat fee', { kind: 'flat', basis: 'flat', basisPoints: null }, 265_521, 'A flat fee of €1,400.00.'],
])('explains %s', (_name, share, net, sentence) => {
  expect(describeShare(createShare(share), createSettlement({ netCents: net }))).toBe(sentence)
})

test('names the DJs before the rest', () => {
  expect(describeRest(createSettlement())).toBe('The rest of net, after the shares of Mara and Juno.')
  expect(describeRest(createSettlement({ shares: [] }))).toBe('All of net.')
  const deleted = createShare({ person: null, basis: 'deleted', shareCents: 5_000 })
  expect(describeRest(createSettlement({ shares: [deleted] }))).toBe(
    'The rest of net, after the shares of a deleted account.',
  )
  expect(describeShare(deleted, createSettlement())).toBe(
    'The DJ deleted their account, and keeps the €50.00 that was transferred to them.',
  )
  expect(joinNames(['Mara', 'Juno', 'Temi'])).toBe('Mara, Juno and Temi')
})

test('lists the paid and the owed parts of a share', () => {
  expect(listShareLines(createShare({ releasedCents: 10_000, missingCents: 500 }), 'Jonas')).toEqual([
    { label: 'Deposit paid', cents: -35_000 },
    { label: 'Guaranteed fee released', cents: -10_000 },
    { label: 'Not covered, owed by Jonas', cents: -500 },
  ])
})

test.each([
  ['with a deposit', createSettlement()],
  [
    'with a missing amount',
    createSettlement({
      shares: [createShare({ transferCents: 160_000, missingCents: 7958, depositCents: 35_000 })],
      organizerCents: 284_264,
    }),
  ],
  [
    'with more paid than the share',
    createSettlement({
      shares: [createShare({ shareCents: 30_000, transferCents: 0 })],
      organizerCents: 444_264,
    }),
  ],
])('the organizer’s lines add up to what stays %s', (_name, settlement) => {
  const { restCents, lines, staysCents } = getOrganizerPart(settlement)
  expect(lines.reduce((sum, { cents }) => sum + cents, restCents)).toBe(staysCents)
  expect(sumSheet(settlement)).toBe(settlement.balanceCents)
})

test.each<[string, Parameters<typeof createSettlement>[0], string, string[]]>([
  ['running', { state: 'running' }, jonas.id, ['Net so far', 'draft', '€3,382.64']],
  ['ready', {}, jonas.id, ['Settlement', 'ready', 'Ready']],
  ['own acceptance', { sides: createSides(jonas) }, jonas.id, ['Settlement', 'waiting', 'Accepted by 1']],
  [
    'another acceptance',
    { sides: createSides(mara) },
    jonas.id,
    ['Settlement', 'your answer', 'Accepted by 1'],
  ],
  ['questioned', { state: 'questioned' }, jonas.id, ['Settlement', 'questioned', 'On hold']],
  ['accepted', { state: 'accepted' }, jonas.id, ['Settlement', 'final', 'Accepted']],
  ['paid', { state: 'paid' }, jonas.id, ['Settlement', 'paid', 'Paid out']],
  ['ready for a DJ', { side: 'dj' }, mara.id, ['You receive', 'your answer', '€1,679.58']],
  ['paid for a DJ', { side: 'dj', state: 'paid' }, juno.id, ['You received', 'paid', '€507.40']],
])('heads the sheet: %s', (_name, changes, personId, texts) => {
  expect(Object.values(describeSheet(createSettlement(changes), personId))).toEqual(texts)
})

test('says whether each side has accepted', () => {
  const describe = (changes: Parameters<typeof createSettlement>[0], index: number) => {
    const settlement = createSettlement(changes)
    const side = settlement.sides[index]
    return side && describeSide(side, settlement)
  }
  expect(describe({}, 0)).toBe('not accepted yet')
  expect(describe({ state: 'running' }, 0)).toBe('accepts after the event')
  expect(describe({ sides: createSides(jonas) }, 0)).toBe('accepted 12 Dec, 13:05')
  expect(describe({ state: 'paid', sides: createSides(jonas) }, 0)).toBe('12 Dec, 13:05')
  expect(describe({ state: 'questioned', questions: [createQuestion()] }, 1)).toBe('questioned 13 Dec, 12:10')
  expect(describe({ sides: [{ person: jonas, acceptedAt: null, isOutdated: true }] }, 0)).toBe(
    'figures changed, must accept again',
  )
})

test('shows seconds in the time zone of the event', () => {
  expect(formatTimeOfDay(new Date('2026-12-11T23:42:10Z'), 'Europe/Berlin')).toBe('00:42:10')
})

test('says how the open questions can be resolved', () => {
  const cost = createQuestion()
  const gross = createQuestion({ figure: 'gross', isCorrectable: false })
  expect(describeResolution([cost])).toBe('Correct the figure, or confirm it with a message.')
  expect(describeResolution([gross])).toBe('Confirm the figure with a message.')
  expect(describeResolution([createQuestion({ expectedCents: null, isCorrectable: false })])).toBe(
    'Confirm the figure with a message.',
  )
  expect(describeResolution([gross, cost])).toBe(
    'Confirm each figure with a message. Agreed costs can also be corrected to the expected amount.',
  )
})
