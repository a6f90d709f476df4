import { expect, test } from 'vitest'
import { MUTE_MINUTES } from '../../rules/chat-limits'
import { getFirstName, toMuteMinutes, muteOptions, describeReport } from './moderation-labels'

test('describes a report with the number of its reporters', () => {
  expect(describeReport({ reason: 'spam', reporters: 2 })).toBe('Spam or advertising, from 2 people')
  expect(describeReport({ reason: 'scam', reporters: 1 })).toBe('Scam, from 1 person')
})

test('shortens a name to the first name', () => {
  expect([getFirstName('Marco Tiele'), getFirstName('DJ Kestrel'), getFirstName(' ')]).toEqual([
    'Marco',
    'DJ Kestrel',
    'Anonymous',
  ])
})

test('offers every mute duration', () => {
  expect(muteOptions.map(({ value }) => toMuteMinutes(value)).toSorted((one, other) => one - other)).toEqual(
    MUTE_MINUTES,
  )
})
