import { expect, test } from 'vitest'
import { createCheckInClock, type Ticks } from './check-in-clock'

function createPhone(life = 'a') {
  const at = { wall: 1_000_000, steady: 0 }
  const ticks: Ticks = { wall: () => at.wall, steady: () => at.steady, life }
  const pass = (ms: number) => {
    at.wall += ms
    at.steady += ms
  }
  return { at, ticks, pass }
}

test("before the server has sent its time, the phone's clock is used", () => {
  expect(createCheckInClock(createPhone().ticks).now()).toBe(1_000_000)
})

test("a phone whose clock is hours off still returns the server's time", () => {
  const { ticks, pass } = createPhone()
  const clock = createCheckInClock(ticks)
  clock.set(50_000_000)
  pass(61_000)
  expect(clock.now()).toBe(50_061_000)
})

test('setting the phone’s clock back does not affect the check-in clock', () => {
  const { at, ticks, pass } = createPhone()
  const clock = createCheckInClock(ticks)
  clock.set(50_000_000)
  pass(10_000)
  at.wall -= 3_600_000
  expect(clock.now()).toBe(50_010_000)
})

test("the time that a phone sleeps counts, although the page's own counter stops", () => {
  const { at, ticks } = createPhone()
  const clock = createCheckInClock(ticks)
  clock.set(50_000_000)
  at.wall += 1_800_000
  at.steady += 4_000
  expect(clock.now()).toBe(51_800_000)
})

test('a reload continues from the stored time, and never before it', () => {
  const { at, ticks } = createPhone()
  const before = createCheckInClock(ticks)
  before.set(50_000_000)
  at.wall += 90_000
  const after = createCheckInClock({ ...ticks, steady: () => 12, life: 'b' })
  after.restore(before.anchor())
  expect(after.now()).toBe(50_090_000)
  at.wall -= 500_000
  expect(after.now()).toBe(50_000_000)
})

test('a new server time overrides the stored one', () => {
  const { ticks } = createPhone()
  const clock = createCheckInClock(ticks)
  clock.set(70_000_000)
  clock.restore({ server: 1, wall: 1_000_000, steady: 0, life: 'a' })
  expect(clock.now()).toBe(70_000_000)
})
