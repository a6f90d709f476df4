import { expect, test } from 'vitest'
import { textPieces } from './text-links'

test('addresses are links that show where they lead; what ends a sentence is not part of them', () => {
  expect(
    textPieces('Map: https://b2b.example/map. See (https://x.example/a_(b)) or http://y.example'),
  ).toEqual([
    { text: 'Map: ', href: null },
    { text: 'https://b2b.example/map', href: 'https://b2b.example/map' },
    { text: '. See (', href: null },
    { text: 'https://x.example/a_(b))', href: 'https://x.example/a_(b))' },
    { text: ' or ', href: null },
    { text: 'http://y.example', href: 'http://y.example' },
  ])
  expect(textPieces('(https://x.example)')[1]).toEqual({
    text: 'https://x.example',
    href: 'https://x.example',
  })
  for (const plain of ['javascript:alert(1)', 'www.x.example', 'https://', ''])
    expect(textPieces(plain).every(({ href }) => href === null)).toBe(true)
})
