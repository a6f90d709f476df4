import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { discSvg, initialsOf } from './disc-svg'

it.each([
  ['DJ Anna Volt', 'AV'],
  ['mc solaar', 'S'],
  ['  Mira  ', 'M'],
  ['Djamila', 'D'],
  ['🎧 Ünal', '🎧Ü'],
  ['', ''],
])('takes the initials of “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it('draws a person as before', () => {
  const hash = createHash('sha256')
    .update(discSvg('DJ Anna Volt', { stock: 'bone' }))
    .digest('hex')
  expect(hash.slice(0, 16)).toBe('2e8ab24f99cc9d73')
})

it('prints markup in a name as letters', () => {
  expect(discSvg('<b> &amp')).toContain('>&lt;&amp;</text>')
})
