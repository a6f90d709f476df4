import { expect, test } from 'vitest'
import { createEmailTexts } from './email-texts'

const event = {
  startsAt: '2027-02-06T23:00:00.000Z',
  doorsAt: null,
  endsAt: null,
  timezone: 'Europe/London',
  currency: 'USD' as const,
  venueName: 'Carriage Works',
  venueAddress: '14 Holbeck Lane',
  location: 'Leeds',
}

test.each([
  [true, ['Event', 'Order', 'Refund']],
  [false, ['Event', 'Was', 'Order', 'Refund']],
])('a cancellation email names the date unless it was still open (open: %s)', (isDateOpen, labels) => {
  const { facts } = createEmailTexts(
    { kind: 'cancelled', eventId: 'e', was: { ...event, status: 'postponed', isDateOpen } },
    {
      email: 'mara@voss.example',
      isBuyer: true,
      isGift: false,
      hasAccount: true,
      orderNumbers: ['OR-2026-10442'],
      tickets: 0,
      refundedCents: 3520,
      event: {
        ...event,
        id: 'e',
        title: 'Dust & Diamonds',
        status: 'cancelled',
        statusMessage: '',
        isDateOpen,
        startsAt: new Date(event.startsAt),
        refundableUntil: null,
        isAtNotificationLimit: false,
      },
    },
    'https://b2b.example',
  )
  expect(facts.map(({ label }) => label)).toEqual(labels)
})
