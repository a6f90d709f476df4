import { expect, test } from 'vitest'
import { normalizeEquipment } from './equipment'
import { getMonthSoFar, calculateTrend } from './view-trend'
import { parsePhone } from './validate-profile'
import { validateProfile, type ProfileTexts } from './validate-profile'
import { toSearchWord } from '~/lib/search-word'

const empty: ProfileTexts = {
  fullName: 'Mara Voss',
  location: null,
  bio: null,
  djName: null,
  phone: null,
  bookingEmail: null,
  socialLinks: [],
  genres: [],
  priceRange: null,
  availabilityDays: [],
  timezone: null,
  equipment: [],
}
const judge = (values: Partial<ProfileTexts>) => validateProfile({ ...empty, ...values }, () => true)

test('accepts a profile with only a name, and leaves unknown fields unchanged', () => {
  expect(judge({})).toEqual({ values: empty, problems: [] })
  expect(validateProfile({ ...empty, isPublic: false }, () => true).values.isPublic).toBe(false)
})

test('a profile without a time zone gets the time zone of its city', () => {
  const getZone = (values: Partial<ProfileTexts>) => judge(values).values.timezone
  expect(getZone({ location: 'Leeds, UK' })).toBe('Europe/London')
  expect(getZone({ location: 'Leeds, UK', timezone: 'Asia/Tokyo' })).toBe('Asia/Tokyo')
  expect(getZone({ location: 'Hill Farm' })).toBeNull()
  expect(getZone({ location: null })).toBeNull()
})

test('refuses links in the full name and the DJ name', () => {
  const { problems } = judge({ fullName: 'Locked: https://evil.example', djName: 'www.evil.example' })
  expect(problems.map(({ path }) => path)).toEqual(['fullName', 'djName'])
})

test('stores a value that has only spaces as empty', () => {
  const { values, problems } = judge({ location: ' \u200b ', bio: '\n \n', djName: '\t', priceRange: ' ' })
  expect(problems).toEqual([])
  expect(values).toMatchObject({ location: null, bio: null, djName: null, priceRange: null })
})

test('reports every problem at once, each with its field', () => {
  const { problems } = validateProfile(
    {
      ...empty,
      fullName: ' ',
      phone: '12',
      bookingEmail: 'a@b',
      timezone: 'Mars/Olympus',
      socialLinks: [
        { label: ' ', url: 'voss.de' },
        { label: 'Website', url: 'voss.de' },
      ],
    },
    () => false,
  )
  expect(problems.map(({ path }) => path)).toEqual([
    'fullName',
    'phone',
    'bookingEmail',
    'timezone',
    'socialLinks.0.label',
    'socialLinks.0.url',
    'socialLinks.1.url',
    'socialLinks.1.url',
  ])
})

test.each([
  ['+49 30 555 0142', '+49 30 555 0142'],
  [' (030)  555-0142 ', '(030) 555-0142'],
  ['0171/5550142', '0171/5550142'],
  ['112', undefined],
  ['1234567890123456', undefined],
  ['+49 30 CALL ME', undefined],
  ['+4930+5550142', undefined],
  ['٣٤٥٦٧٨٩', undefined],
])('stores the phone number %j as %j', (typed, stored) => {
  expect(parsePhone(typed)).toBe(stored)
})

test('normalizes the quantity of equipment', () => {
  expect(normalizeEquipment('2x Turntables')).toBe('2 × Turntables')
  expect(normalizeEquipment('12 ×  Crates')).toBe('12 × Crates')
  expect(normalizeEquipment('808, the real one')).toBe('808, the real one')
})

test.each([
  ['2026-11-21T02:00:00Z', ['2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21']],
  ['2026-01-05T23:59:59Z', ['2026-01-01', '2026-01-05', '2025-12-01', '2025-12-05']],
  ['2026-03-30T00:00:00Z', ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28']],
  ['2028-03-31T00:00:00Z', ['2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29']],
])('M-02 on %s, the month so far and the days it is compared with are correct', (now, days) => {
  expect(Object.values(getMonthSoFar(new Date(now)))).toEqual(days)
})

test('M-02 returns a trend only if last month has views to compare with', () => {
  const november = new Date('2026-11-21T02:00:00Z')
  expect(calculateTrend(118, 100, november)).toEqual({ percent: 18, since: 'October' })
  expect(calculateTrend(0, 3, november)).toEqual({ percent: -100, since: 'October' })
  expect(calculateTrend(1, 3, new Date('2026-01-01T00:00:00Z'))).toEqual({ percent: -67, since: 'December' })
  expect(calculateTrend(7, 0, november)).toBeNull()
})

test('D-01 looks up a long search word by its trigrams, and a short one by its letter pairs', () => {
  expect(toSearchWord('voss')).toMatchObject({ pattern: '%voss%', hasTrigrams: true })
  expect(toSearchWord('o')).toMatchObject({ hasTrigrams: false, parts: ['o'] })
  expect(toSearchWord('a-b')).toEqual({
    word: 'a-b',
    pattern: '%a-b%',
    hasTrigrams: false,
    parts: ['a-', '-b'],
  })
  expect(toSearchWord('😀é')).toMatchObject({ hasTrigrams: false, parts: ['😀é'] })
  expect(toSearchWord('50%')).toMatchObject({ pattern: String.raw`%50\%%`, parts: ['50', '0%'] })
})
