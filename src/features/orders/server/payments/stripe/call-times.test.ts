import { expect, test } from 'vitest'
import { createCallTimes } from './call-times'

function open() {
  let clock = 0
  const times = createCallTimes(() => clock)
  return {
    times,
    pass: (ms: number) => (clock += ms),
    take: (ms: number) => times.measure(async () => (clock += ms)),
  }
}

test('there is no p95 without calls', () => {
  expect(open().times.read()).toEqual({ p95Ms: null, lastMinute: 0 })
})

test('95 of 100 calls took at most the p95', async () => {
  const { times, take } = open()
  for (let ms = 1; ms <= 100; ms += 1) await take(ms)
  expect(times.read()).toEqual({ p95Ms: 95, lastMinute: 100 })
})

test('a failed call counts, and its error is passed on', async () => {
  const { times, pass } = open()
  const failing = times.measure(async () => {
    pass(300)
    throw new Error('no connection')
  })
  await expect(failing).rejects.toThrow('no connection')
  expect(times.read()).toEqual({ p95Ms: 300, lastMinute: 1 })
})

test('calls older than an hour, and all but the last thousand, are forgotten', async () => {
  const { times, take, pass } = open()
  await take(500)
  pass(60_000)
  expect(times.read()).toEqual({ p95Ms: 500, lastMinute: 0 })
  pass(3_540_000)
  expect(times.read()).toEqual({ p95Ms: null, lastMinute: 0 })
  for (let count = 0; count < 100; count += 1) await take(9)
  for (let count = 0; count < 1000; count += 1) await take(1)
  expect(times.read()).toEqual({ p95Ms: 1, lastMinute: 1000 })
})
