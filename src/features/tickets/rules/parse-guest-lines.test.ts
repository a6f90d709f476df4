import { expect, test } from 'vitest'
import { parseGuestLines } from './parse-guest-lines'

const read = (text: string) =>
  parseGuestLines(text).map(({ guest, problem }) =>
    guest ? [guest.name, guest.plusOnes, guest.guestOf] : problem,
  )

test('parses guest names in the ways that people write them', () => {
  expect(
    read(
      [
        'Ilse Brandt +2, Juno Okafor',
        '  - Temi  Adeyemi ',
        '3. Bo Lindqvist + 1 ; press',
        'Kaito Mori plus one',
        'Ada\t2\tthe house',
        'Zoë, +3',
        'Louis XIV, 14 Holbeck Lane',
        '',
        'Blur+2',
      ].join('\r\n'),
    ),
  ).toEqual([
    ['Ilse Brandt', 2, 'Juno Okafor'],
    ['Temi Adeyemi', 0, ''],
    ['Bo Lindqvist', 1, 'press'],
    ['Kaito Mori', 1, ''],
    ['Ada', 2, 'the house'],
    ['Zoë', 3, ''],
    ['Louis XIV', 0, '14 Holbeck Lane'],
    ['Blur+2', 0, ''],
  ])
})

test('explains invalid lines with their line number', () => {
  expect(read(`+2\nBo +21\n${'x'.repeat(101)}\nA, ${'y'.repeat(101)}`)).toEqual([
    'No name',
    'At most 20 plus-ones',
    'The name is longer than 100 characters',
    'The text after the comma is longer than 100 characters',
  ])
  expect(parseGuestLines('\n\nBo').map(({ line }) => line)).toEqual([3])
})

test('leaves out a name that is already listed or in an earlier line, ignoring case and accents', () => {
  const lines = parseGuestLines('JOSÉ Brandt\nTemi Adeyemi +1\ntemi adeyemi\nKaito', ['José brandt'])
  expect(lines.map(({ guest, problem }) => guest?.name ?? problem)).toEqual([
    'Already on the list',
    'Temi Adeyemi',
    'Already in an earlier line',
    'Kaito',
  ])
})

test('treats quotes as in CSV, and other quotes as part of the name', () => {
  const read = (text: string) => parseGuestLines(text).map(({ guest, problem }) => guest ?? problem)
  expect(read('"Brandt, Ilse",2,"Okafor; Juno"')).toEqual([
    { name: 'Brandt, Ilse', plusOnes: 2, guestOf: 'Okafor; Juno' },
  ])
  expect(read('"Jo ""Tiny"" Park" ; Bo')).toEqual([{ name: 'Jo "Tiny" Park', plusOnes: 0, guestOf: 'Bo' }])
  expect(read('Jo "Tiny" Park +1, Bo')).toEqual([{ name: 'Jo "Tiny" Park', plusOnes: 1, guestOf: 'Bo' }])
  expect(read('"Tiny" Jo')).toEqual([{ name: '"Tiny" Jo', plusOnes: 0, guestOf: '' }])
  expect(read('"Unclosed, Bo')).toEqual([{ name: '"Unclosed', plusOnes: 0, guestOf: 'Bo' }])
  expect(read('""\nIlse\t\tBo')).toEqual(['No name', { name: 'Ilse', plusOnes: 0, guestOf: 'Bo' }])
})

test('reads plus-ones after a quoted name', () => {
  expect(read('"Okoye, Chidi" +2\n"Brandt, Ilse" plus one, Juno\n"Mori, Kaito"+3;Bo')).toEqual([
    ['Okoye, Chidi', 2, ''],
    ['Brandt, Ilse', 1, 'Juno'],
    ['Mori, Kaito', 3, 'Bo'],
  ])
})

test('parses an exported guest list, without its header and its times', () => {
  const header = '\uFEFFName,Plus ones,Guest of,Arrived,Checked in (UTC)'
  expect(
    read(`${header}\r\nIlse Brandt,2,Juno Okafor,1,2026-12-05T22:10:00Z\r\n"Okoye, Chidi",0,,0,\r\n`),
  ).toEqual([
    ['Ilse Brandt', 2, 'Juno Okafor'],
    ['Okoye, Chidi', 0, ''],
  ])
  expect(read('Bo\nName')).toEqual([
    ['Bo', 0, ''],
    ['Name', 0, ''],
  ])
})

test('keeps a number without a plus sign in the name', () => {
  expect(read('Gita 3\nStudio 54, press')).toEqual([
    ['Gita 3', 0, ''],
    ['Studio 54', 0, 'press'],
  ])
})
