import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { createAvatarSvg, getInitials } from './avatar-svg'

it.each([
  ['DJ Anna Volt', 'AV'],
  ['mc solaar', 'S'],
  ['  Mira  ', 'M'],
  ['Djamila', 'D'],
  ['🎧 Ünal', '🎧Ü'],
  ['', ''],
])('takes the initials of “%s”', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})

it('never changes the drawing of a person', () => {
  const hash = createHash('sha256')
    .update(createAvatarSvg('DJ Anna Volt', { stock: 'bone' }))
    .digest('hex')
  expect(hash.slice(0, 16)).toBe('b164e85428de4037')
})

it('escapes markup in a name', () => {
  expect(createAvatarSvg('<b> &amp')).toContain('>&lt;&amp;</text>')
})

it('DA-01 the color of a person depends on their id, whatever name is shown', () => {
  const color = (id: string, name: string) => /fill="(#\w+)"/.exec(createAvatarSvg(name, { id }))?.[1]
  const ids = ['018cc251-fbd0-79f3-ba6e-db64b9940267', '018cc252-03a0-77be-87d9-1f1f0e68a9ff', 'c']
  for (const id of ids) expect(color(id, 'Mara Voss')).toBe(color(id, 'DJ Klima'))
  expect(new Set(ids.map((id) => color(id, 'Mara Voss'))).size).toBeGreaterThan(1)
})
