import { describe, expect, test } from 'vitest'
import { changeEventTimes, toEventClocks, toEventTimes } from './event-times'

const now = new Date('2026-11-21T10:00:00Z')
const clocks = {
  date: '2026-12-05',
  startClock: '23:00',
  doorsClock: '22:30',
  endClock: '06:00',
  timezone: 'Europe/Berlin',
}
const times = {
  startsAt: '2026-12-05T22:00:00.000Z',
  doorsAt: '2026-12-05T21:30:00.000Z',
  endsAt: '2026-12-06T05:00:00.000Z',
}

describe('converts local clock times to instants', () => {
  test('converts an end after midnight to an instant on the next morning, and back', () => {
    expect(toEventTimes(clocks, now)).toEqual(times)
    expect(toEventClocks(times, 'Europe/Berlin')).toEqual(clocks)
  })

  test('allows missing doors and end', () => {
    expect(toEventTimes({ ...clocks, doorsClock: null, endClock: null }, now)).toEqual({
      startsAt: times.startsAt,
      doorsAt: null,
      endsAt: null,
    })
  })

  test('opens the doors on the evening before an event that starts after midnight', () => {
    const late = { ...clocks, date: '2026-12-06', startClock: '00:30', doorsClock: '23:45' }
    expect(toEventTimes(late, now)).toMatchObject({ doorsAt: '2026-12-05T22:45:00.000Z' })
  })

  test('an event across a clock change is an hour longer or shorter', () => {
    const lengthOn = (date: string) => {
      const times = toEventTimes({ ...clocks, date }, now)
      return 'problems' in times
        ? 0
        : (Date.parse(times.endsAt ?? '') - Date.parse(times.startsAt)) / 3_600_000
    }
    expect([lengthOn('2026-10-24'), lengthOn('2027-03-27'), lengthOn('2026-12-05')]).toEqual([8, 6, 7])
  })

  test.each([
    [
      { doorsClock: '23:30' },
      'doorsClock',
      'Doors must open before the start, at most twelve hours earlier.',
    ],
    [{ endClock: '23:00' }, 'endClock', 'The end time is the same as the start time. Choose a later end.'],
    [{ date: '2026-02-31x' }, 'date', 'Choose a day.'],
    [{ date: '2035-01-01' }, 'date', 'Choose a day within the next 5 years.'],
  ])('%o returns an error at its field', (change, path, message) => {
    expect(toEventTimes({ ...clocks, ...change }, now)).toEqual({ problems: [{ path, message }] })
  })
})

describe('partial changes', () => {
  test('a new day keeps the clock times, also in summer', () => {
    const summer = changeEventTimes(times, 'Europe/Berlin', { changes: { date: '2027-07-03' }, now })
    expect(summer).toEqual({
      startsAt: '2027-07-03T21:00:00.000Z',
      doorsAt: '2027-07-03T20:30:00.000Z',
      endsAt: '2027-07-04T04:00:00.000Z',
    })
  })

  test('a new time zone keeps the clock times', () => {
    const moved = changeEventTimes(times, 'Europe/Berlin', { changes: { timezone: 'America/New_York' }, now })
    expect(moved).toMatchObject({ startsAt: '2026-12-06T04:00:00.000Z' })
  })

  test('a festival keeps its length until its end is changed', () => {
    const festival = { ...times, endsAt: '2026-12-07T22:00:00.000Z' }
    const change = (changes: object) => changeEventTimes(festival, 'Europe/Berlin', { changes, now })
    expect(change({ date: '2026-12-12' })).toMatchObject({ endsAt: '2026-12-14T22:00:00.000Z' })
    expect(change({ endClock: '06:00' })).toMatchObject({ endsAt: '2026-12-06T05:00:00.000Z' })
  })
})
