import { array, assert, constantFrom, oneof, property, string as anyText } from '~tests/support/fast-check'
import { expect, test } from 'vitest'
import { splitIntoLinkParts } from './links'

const links = (text: string) => splitIntoLinkParts(text).filter(({ href }) => href !== undefined)
const shown = (text: string) => links(text).map((link) => link.text)

test('turns a URL in a sentence into a link and keeps the rest', () => {
  expect(splitIntoLinkParts('The record: https://loom.example/rain?b=2#3, twice.')).toEqual([
    { text: 'The record: ', at: 0 },
    { text: 'https://loom.example/rain?b=2#3', at: 12, href: 'https://loom.example/rain?b=2#3' },
    { text: ', twice.', at: 43 },
  ])
  expect(splitIntoLinkParts('no address here')).toEqual([{ text: 'no address here', at: 0 }])
  expect(splitIntoLinkParts('')).toEqual([])
})

test.each([
  ['(see https://loom.example/a)', 'https://loom.example/a'],
  ['https://wiki.example/Rain_(song)', 'https://wiki.example/Rain_(song)'],
  ['(https://wiki.example/Rain_(song)).', 'https://wiki.example/Rain_(song)'],
  ['[https://loom.example/a]!?', 'https://loom.example/a'],
  ['“https://loom.example/a”', 'https://loom.example/a'],
  ['https://loom.example/a\nnext line', 'https://loom.example/a'],
  ['HTTP://Loom.example', 'HTTP://Loom.example'],
  ['https://loom.example:443/a', 'https://loom.example:443/a'],
])('%s: excludes trailing punctuation from the URL', (text, link) => {
  expect(shown(text)).toEqual([link])
})

test('links www. addresses with https', () => {
  expect(splitIntoLinkParts('Line-up: www.loom.example/rain, twice.')).toEqual([
    { text: 'Line-up: ', at: 0 },
    { text: 'www.loom.example/rain', at: 9, href: 'https://www.loom.example/rain' },
    { text: ', twice.', at: 30 },
  ])
  expect(shown('www.раураl.example')[0]).toMatch(/^www\.xn--/)
})

test.each([
  'www.',
  'www.loom',
  'www..example',
  'mail@www.loom.example',
  'awww.loom.example',
  'www.bank.example@evil.example',
  'javascript:alert(1)',
  'javascript://https://',
  'data:text/html,https',
  'ftp://loom.example',
  'https://',
  'https:///loom.example',
  'https://mara:secret@loom.example',
  'https://bank.example@evil.example/',
  'https://bank.example%40evil.example@evil.example',
  'xhttps://loom.example',
])('%s is no link', (text) => {
  expect(links(text)).toEqual([])
  expect(splitIntoLinkParts(text)).toEqual([{ text, at: 0 }])
})

test('excludes invisible characters, and those that end an attribute, from links', () => {
  expect(shown('https://loom.example/"onmouseover=alert(1)')).toEqual(['https://loom.example/'])
  expect(shown('https://loom.example\\@evil.example')).toEqual(['https://loom.example'])
  expect(shown('https://loom.example/a\u200Bb')).toEqual(['https://loom.example/a'])
})

test('shows the real host of a deceptive link', () => {
  // The second letter is Cyrillic; in the next line all of them are.
  expect(shown('https://pаypal.example/in')).toEqual(['https://xn--pypal-4ve.example/in'])
  expect(shown('https://раураl.example')[0]).toMatch(/^https:\/\/xn--/)
  expect(shown('https://сосо.example')[0]).toMatch(/^https:\/\/xn--/)
  expect(shown('https://loom。evil.example')).toEqual(['https://loom.evil.example'])
  expect(shown('https://ｌｏｏｍ.example/')).toEqual(['https://loom.example/'])
  expect(shown('https://0x7f.1/')).toEqual(['https://127.0.0.1/'])
  expect(shown('https://%65vil.example/')).toEqual(['https://evil.example/'])
})

test('shows a host name in a single alphabet as typed', () => {
  for (const host of [
    'müller.example',
    'žluťoučký.example',
    'москва.example',
    '音楽レコード.example',
    'ελλάδα.example',
  ])
    expect(shown(`https://${host}/`)).toEqual([`https://${host}/`])
  expect(links('https://müller.example')[0]?.href).toBe('https://xn--mller-kva.example/')
})

test('for any text, links only to http(s) hosts without credentials and loses no word', () => {
  const piece = oneof(
    constantFrom(
      'https://',
      'http://',
      'www.',
      '@',
      ')',
      '(',
      '.',
      '/',
      'loom.example',
      'а',
      '"',
      '\\',
      ' ',
      '\n',
    ),
    anyText({ unit: 'grapheme', maxLength: 5 }),
  )
  assert(
    property(array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      const parts = splitIntoLinkParts(text)
      for (const { href } of parts) {
        if (href === undefined) continue
        const url = new URL(href)
        expect(['http:', 'https:']).toContain(url.protocol)
        expect(url.username + url.password).toBe('')
      }
      parts.forEach((part, index) => {
        const end = parts[index + 1]?.at ?? text.length
        // Plain text equals the input. The text of a link can differ from it, because deceptive hosts change.
        if (part.href === undefined) expect(part.text).toBe(text.slice(part.at, end))
        else expect(splitIntoLinkParts(text.slice(part.at, end))[0]?.text).toBe(part.text)
      })
      expect(parts[0]?.at ?? 0).toBe(0)
      expect(parts.length > 0).toBe(text !== '')
    }),
  )
})

// If the time were quadratic, this many brackets would exceed the test's timeout.
test('handles two hundred thousand brackets quickly', () => {
  expect(shown(`https://loom.example/${')'.repeat(200_000)}`)).toEqual(['https://loom.example/'])
})
