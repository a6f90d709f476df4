import { describe, expect, test } from 'vitest'
import { moveSet, toSetTimes } from './set-times'

const timezone = 'Europe/London'
const times = {
  startsAt: '2026-12-05T23:00:00.000Z',
  doorsAt: '2026-12-05T22:30:00.000Z',
  endsAt: '2026-12-06T06:00:00.000Z',
}
const getTimes = (startClock: string | null, endClock: string | null) =>
  toSetTimes({ startClock, endClock }, { times, timezone, at: 2 })

describe('converts the clock times of a set within its event', () => {
  test.each([
    ['23:00', '02:00', '2026-12-05T23:00:00.000Z', '2026-12-06T02:00:00.000Z'],
    ['02:00', '05:00', '2026-12-06T02:00:00.000Z', '2026-12-06T05:00:00.000Z'],
    ['22:30', '23:00', '2026-12-05T22:30:00.000Z', '2026-12-05T23:00:00.000Z'],
    // Before the doors: outside the event, but still on its day.
    ['20:00', '22:30', '2026-12-05T20:00:00.000Z', '2026-12-05T22:30:00.000Z'],
    ['07:00', '08:00', '2026-12-06T07:00:00.000Z', '2026-12-06T08:00:00.000Z'],
  ])('converts a set from %s to %s', (start, end, startsAt, endsAt) => {
    expect(getTimes(start, end)).toEqual({ startsAt, endsAt })
  })

  test('returns null without times', () => {
    expect(getTimes(null, null)).toEqual({ startsAt: null, endsAt: null })
    expect(getTimes('23:00', null)).toEqual({ startsAt: '2026-12-05T23:00:00.000Z', endsAt: null })
  })

  test('refuses a set whose end is not after its start, and names its position', () => {
    expect(getTimes('02:00', '02:00')).toEqual({
      problem: { path: 'slots.2.endClock', message: 'The set ends before it starts.' },
    })
    expect(getTimes('02:00', '01:30')).toMatchObject({ problem: { path: 'slots.2.endClock' } })
    expect(getTimes(null, '02:00')).toEqual({
      problem: { path: 'slots.2.startClock', message: 'Enter when the set starts.' },
    })
  })
})

describe('moveSet', () => {
  const set = { startsAt: '2026-12-06T02:00:00.000Z', endsAt: '2026-12-06T05:00:00.000Z' }
  const to = {
    times: { startsAt: '2027-07-03T22:00:00.000Z', doorsAt: null, endsAt: '2027-07-04T05:00:00.000Z' },
    timezone,
  }

  test('keeps the clock times, also in summer', () => {
    expect(moveSet(set, { times, timezone }, to)).toEqual({
      startsAt: '2027-07-04T01:00:00.000Z',
      endsAt: '2027-07-04T04:00:00.000Z',
    })
  })

  test('keeps a set on the third day of a festival', () => {
    const festival = { ...times, endsAt: '2026-12-08T06:00:00.000Z' }
    const late = { startsAt: '2026-12-07T20:00:00.000Z', endsAt: '2026-12-07T22:00:00.000Z' }
    const moved = { times: { ...festival, startsAt: '2026-12-12T23:00:00.000Z' }, timezone }
    expect(moveSet(late, { times: festival, timezone }, moved)).toEqual({
      startsAt: '2026-12-14T20:00:00.000Z',
      endsAt: '2026-12-14T22:00:00.000Z',
    })
  })
})
