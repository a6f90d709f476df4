import { expect, test } from 'vitest'
import { parseAddresses } from './parse-addresses'

test('AD-09 parses pasted addresses and removes duplicates', () => {
  expect(
    parseAddresses('lea@nachtamt.example\nMarco@Tiele.example, lea@nachtamt.example;aoife@lowend.example'),
  ).toEqual({
    addresses: ['lea@nachtamt.example', 'marco@tiele.example', 'aoife@lowend.example'],
    invalid: [],
  })
  expect(parseAddresses('Lea Hartmann <lea@nachtamt.example>, marco@tiele.example').addresses).toEqual([
    'lea@nachtamt.example',
    'marco@tiele.example',
  ])
  expect(parseAddresses(' \n ')).toEqual({ addresses: [], invalid: [] })
})

test('AD-09 reports invalid addresses and accepts the others', () => {
  expect(parseAddresses('lea@nachtamt.example marco@')).toEqual({
    addresses: ['lea@nachtamt.example'],
    invalid: ['marco@'],
  })
})
