import { expect, test } from 'vitest'
import { applyOwnChanges, listDifferences, toDraft } from './profile-draft'
import { findProblemTab } from './profile-tab'
import { toDraftProblems, parseCents, parseDraft, parsePercent } from './parse-draft'
import { profile } from './testing-profile'

const draft = toDraft(profile)

test('PR-01 an unedited profile is sent back unchanged', () => {
  const { input, problems } = parseDraft(draft, '1')
  expect(problems).toEqual({})
  expect(input).toMatchObject({
    rateCents: 120_000,
    depositPercent: 25,
    equipment: ['2 × Turntables, direct drive', 'A very large van'],
    socialLinks: [
      { label: 'SoundCloud', url: 'soundcloud.com/maravoss' },
      { label: 'Website', url: 'voss.example' },
    ],
    timezone: 'Europe/Berlin',
    version: '1',
  })
})

test.each([
  ['$1,200.50', 120_050],
  ['1200', 120_000],
  ['1 200.5', 120_050],
  ['', null],
  ['1.200,00', undefined],
  ['twelve', undefined],
  ['-5', undefined],
])('reads an amount typed as %j', (text, cents) => expect(parseCents(text)).toBe(cents))

test.each([
  ['25%', 25],
  [' 25 % ', 25],
  ['0', 0],
  ['', null],
  ['101', undefined],
  ['12.5', undefined],
])('reads a percentage typed as %j', (text, percent) => expect(parsePercent(text)).toBe(percent))

test('reports invalid values before the profile is sent', () => {
  const { problems } = parseDraft(
    {
      ...draft,
      fullName: ' ',
      rate: 'x',
      deposit: '200',
      timezone: 'Berlin',
      equipment: [
        { key: 'a', count: '2', item: ' ' },
        { key: 'b', count: 'two', item: 'Decks' },
        { key: 'c', count: '', item: '' },
      ],
    },
    '1',
  )
  expect(Object.keys(problems)).toEqual([
    'fullName',
    'rate',
    'deposit',
    'timezone',
    'equipment.a',
    'equipment.b',
  ])
})

test('shows server errors at the right row, even if empty rows were not sent', () => {
  const sent = {
    ...draft,
    socialLinks: [
      { key: 'empty', label: 'Website', url: ' ' },
      { key: 'dead', label: 'Website', url: 'voss.exampel' },
    ],
    equipment: [
      { key: 'none', count: '', item: '' },
      { key: 'long', count: '1', item: 'Mixer' },
    ],
  }
  expect(
    toDraftProblems(
      { 'socialLinks.0.url': 'dead', 'equipment.0': 'long', rateCents: 'much', bio: 'no', types: 'none' },
      sent,
    ),
  ).toEqual({
    'socialLinks.dead': 'dead',
    'equipment.long': 'long',
    rate: 'much',
    bio: 'no',
    memberTypes: 'none',
  })
})

test('an added row that is empty or has only a type is no change', () => {
  expect(
    listDifferences(
      { ...draft, socialLinks: [...draft.socialLinks, { key: 'n', label: 'Website', url: '' }] },
      draft,
    ),
  ).toEqual([])
  expect(listDifferences({ ...draft, bio: 'x', fullName: 'y' }, draft)).toEqual(['fullName', 'bio'])
})

test('merges a draft’s changes into a newer profile', () => {
  const mine = { ...draft, bio: 'Mine' }
  expect(applyOwnChanges(mine, draft, { ...draft, bio: 'Theirs', location: 'Leipzig' })).toMatchObject({
    bio: 'Mine',
    location: 'Leipzig',
  })
})

test('shows the first tab with an error, but prefers the open tab', () => {
  expect(findProblemTab({ 'equipment.a': 'x', fullName: 'y' }, 'professional')).toBe('professional')
  expect(findProblemTab({ 'equipment.a': 'x', fullName: 'y' }, 'types')).toBe('basic')
  expect(findProblemTab({ memberTypes: 'x' }, 'basic')).toBe('types')
  expect(findProblemTab({}, 'basic')).toBeUndefined()
})
