import { describe, expect, test } from 'vitest'
import { changeNight, toNightClocks, toNightTimes } from './night-times'

const now = new Date('2026-11-21T10:00:00Z')
const clocks = {
  date: '2026-12-05',
  startClock: '23:00',
  doorsClock: '22:30',
  endClock: '06:00',
  timezone: 'Europe/Berlin',
}
const night = {
  startsAt: '2026-12-05T22:00:00.000Z',
  doorsAt: '2026-12-05T21:30:00.000Z',
  endsAt: '2026-12-06T05:00:00.000Z',
}

describe('the clocks of a place and the moments they mean', () => {
  test('an end after midnight is the next morning, and both ways agree', () => {
    expect(toNightTimes(clocks, now)).toEqual(night)
    expect(toNightClocks(night, 'Europe/Berlin')).toEqual(clocks)
  })

  test('a night without doors and end has none', () => {
    expect(toNightTimes({ ...clocks, doorsClock: null, endClock: null }, now)).toEqual({
      startsAt: night.startsAt,
      doorsAt: null,
      endsAt: null,
    })
  })

  test('a start after midnight opens its doors the evening before', () => {
    const late = { ...clocks, date: '2026-12-06', startClock: '00:30', doorsClock: '23:45' }
    expect(toNightTimes(late, now)).toMatchObject({ doorsAt: '2026-12-05T22:45:00.000Z' })
  })

  test('over the change of clocks a night is an hour longer or shorter', () => {
    const lengthOn = (date: string) => {
      const times = toNightTimes({ ...clocks, date }, now)
      return 'problems' in times
        ? 0
        : (Date.parse(times.endsAt ?? '') - Date.parse(times.startsAt)) / 3_600_000
    }
    expect([lengthOn('2026-10-24'), lengthOn('2027-03-27'), lengthOn('2026-12-05')]).toEqual([8, 6, 7])
  })

  test.each([
    [{ doorsClock: '23:30' }, 'doorsClock', 'Doors open before the start, at most twelve hours.'],
    [{ endClock: '23:00' }, 'endClock', 'It ends when it starts. Enter another time.'],
    [{ date: '2026-02-31x' }, 'date', 'Choose a day.'],
    [{ date: '2035-01-01' }, 'date', 'Choose a day within the next 5 years.'],
  ])('%o is told by its field', (change, path, message) => {
    expect(toNightTimes({ ...clocks, ...change }, now)).toEqual({ problems: [{ path, message }] })
  })
})

describe('changing a part', () => {
  test('another day keeps the clocks, also in summer', () => {
    const summer = changeNight(night, 'Europe/Berlin', { changes: { date: '2027-07-03' }, now })
    expect(summer).toEqual({
      startsAt: '2027-07-03T21:00:00.000Z',
      doorsAt: '2027-07-03T20:30:00.000Z',
      endsAt: '2027-07-04T04:00:00.000Z',
    })
  })

  test('another zone keeps the clocks', () => {
    const moved = changeNight(night, 'Europe/Berlin', { changes: { timezone: 'America/New_York' }, now })
    expect(moved).toMatchObject({ startsAt: '2026-12-06T04:00:00.000Z' })
  })

  test('a festival keeps its days until its end is named', () => {
    const festival = { ...night, endsAt: '2026-12-07T22:00:00.000Z' }
    const change = (changes: object) => changeNight(festival, 'Europe/Berlin', { changes, now })
    expect(change({ date: '2026-12-12' })).toMatchObject({ endsAt: '2026-12-14T22:00:00.000Z' })
    expect(change({ endClock: '06:00' })).toMatchObject({ endsAt: '2026-12-06T05:00:00.000Z' })
  })
})
