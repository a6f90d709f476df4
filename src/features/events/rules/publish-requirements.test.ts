import { describe, expect, test } from 'vitest'
import { findMissingRequirements, findLineUpWarnings } from './publish-requirements'

const now = new Date('2026-11-21T10:00:00Z')
const whole = {
  title: 'Dust & Diamonds',
  startsAt: new Date('2026-12-05T23:00:00Z'),
  venueName: 'Carriage Works',
  location: 'Leeds',
  stock: 100,
  doorPriceCents: null,
}

describe('findMissing', () => {
  test('returns nothing for a complete event; tickets or a door price suffice, also a free one', () => {
    expect(findMissingRequirements(whole, now)).toEqual([])
    expect(findMissingRequirements({ ...whole, stock: 0, doorPriceCents: 0 }, now)).toEqual([])
  })

  test('names each missing detail by section, in the order of the editor', () => {
    const empty = { title: ' ', startsAt: now, venueName: '', location: '', stock: 0, doorPriceCents: null }
    expect(findMissingRequirements(empty, now).map(({ section, field }) => `${section} ${field}`)).toEqual([
      'event title',
      'event date',
      'place venueName',
      'place location',
      'tickets doorPriceCents',
    ])
  })
})

describe('findWarnings', () => {
  const event = {
    startsAt: '2026-12-05T23:00:00.000Z',
    doorsAt: '2026-12-05T22:30:00.000Z',
    endsAt: '2026-12-06T06:00:00.000Z',
  }
  const set = (name: string, start: string | null, end: string | null, isBookingOff = false) => ({
    name,
    startsAt: start && `2026-12-0${start < '12' ? 6 : 5}T${start}:00.000Z`,
    endsAt: end && `2026-12-0${end < '12' ? 6 : 5}T${end}:00.000Z`,
    isBookingOff,
  })
  const listTexts = (...sets: ReturnType<typeof set>[]) =>
    findLineUpWarnings(event, sets).map((warning) => warning.text)

  test('returns nothing for consecutive sets, back-to-back sets and sets without times', () => {
    expect(listTexts(set('Juno', '22:30', '02:00'), set('Mara', '02:00', '06:00'))).toEqual([])
    expect(listTexts(set('Juno', '23:00', '02:00'), set('Mara', '23:00', '02:00'))).toEqual([])
    expect(listTexts(set('Juno', null, null), set('Mara', '02:00', null))).toEqual([])
  })

  test('warns about a set outside the event, overlapping sets and a cancelled booking', () => {
    expect(listTexts(set('Juno', '21:00', '23:00'))).toEqual(['Juno plays outside the event.'])
    expect(listTexts(set('Juno', '05:00', '07:00'))).toEqual(['Juno plays outside the event.'])
    expect(listTexts(set('Juno', '23:00', '02:00'), set('Mara', '01:00', '05:00'))).toEqual([
      'Juno and Mara play at the same time.',
    ])
    expect(listTexts(set('Juno', null, null, true))).toEqual([
      'The booking of Juno is canceled, so visitors don’t see their set.',
    ])
  })
})
