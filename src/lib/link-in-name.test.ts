import { expect, test } from 'vitest'
import { hasLink } from './link-in-name'

test.each([
  'https://evil.example/unlock',
  'Locked: HTTP://evil.example',
  'WWW.evil.example',
  'https：／／evil.example',
])('%s contains a link', (name) => expect(hasLink(name)).toBe(true))

test.each(['Mara Voss', 'J.R. St. Claire', 'AC/DC', 'DJ: Owww', 'Åse-Marie O’Neil'])(
  '%s contains no link',
  (name) => expect(hasLink(name)).toBe(false),
)
