import { expect, test } from 'vitest'
import { readSize } from './command'

test('the seed command accepts a named size or numbers', () => {
  expect(readSize(['--size', 'large'])).toEqual({ events: 100_000, tickets: 1_000_000, djs: 100_000 })
  expect(readSize(['--events', '50'])).toEqual({ events: 50, tickets: 500, djs: 0 })
  expect(readSize(['--events', '50', '--tickets', '7', '--djs', '9'])).toEqual({
    events: 50,
    tickets: 7,
    djs: 9,
  })
})

test('the seed command refuses other arguments and lists the valid ones', () => {
  for (const argv of [
    [],
    ['--size', 'huge'],
    ['--events=-1'],
    ['--events', 'many'],
    ['--events', '5', '--tickets', '0.5'],
    ['--events', '5', '--djs=-1'],
  ])
    expect(() => readSize(argv), argv.join(' ')).toThrow('--size large')
})
