import { expect, test } from 'vitest'
import { feedAge } from './feed-age'

const now = new Date('2026-11-20T21:00:00Z')
const ago = (seconds: number) => feedAge(new Date(now.getTime() - seconds * 1000), now)

test('H-02 the feed says how long ago, without words', () => {
  expect([59, 60, 3599, 3600, 86_399, 86_400].map(ago)).toEqual(['now', '1m', '59m', '1h', '23h', '1d'])
  expect(ago(-300)).toBe('now')
})
