import type { EventCard, EventDetail } from '../contract'

export function createCard(values: Partial<EventCard>): EventCard {
  return {
    id: '019a0000-0000-7000-8000-000000000001',
    title: 'Dust & Diamonds',
    eventType: 'club_night',
    startsAt: '2026-12-05T23:00:00.000Z',
    timezone: 'Europe/London',
    venueName: 'Carriage Works',
    location: 'Leeds',
    imageUrl: null,
    currency: 'USD',
    fromCents: 1600,
    fromFeeCents: 160,
    fromTaxCents: 0,
    available: 142,
    hostName: 'Juno Okafor',
    ...values,
  }
}

export function createDetail(values: Partial<EventDetail>): EventDetail {
  const type = { description: '', saleStartsAt: null, saleEndsAt: null }
  return {
    ...createCard({}),
    description: 'A goods shed, four stacks.\n\nNo photos on the floor.',
    descriptionHtml: '<p>A goods shed, four stacks.</p>\n<p>No photos on the floor.</p>',
    status: 'published',
    statusMessage: '',
    movedFrom: null,
    isDateOpen: false,
    refundableUntil: null,
    phase: 'upcoming',
    doorsAt: '2026-12-05T22:30:00.000Z',
    endsAt: '2026-12-06T05:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    venueAddress: '14 Holbeck Lane, Leeds LS11',
    capacity: 600,
    ageRestriction: 18,
    taxMode: 'none',
    taxPpm: 0,
    organizerName: 'Ilse Brandt',
    host: {
      id: 'host',
      name: 'Juno Okafor',
      bio: 'Has never taken a request.',
      avatarUrl: null,
      isVerified: true,
      genre: 'House',
      isPublic: true,
    },
    captcha: null,
    lineUp: [
      { name: 'Juno Okafor', djId: 'host', startsAt: null, endsAt: null },
      { name: 'Paper Cuts', djId: null, startsAt: '2026-12-06T01:00:00.000Z', endsAt: null },
    ],
    ticketTypes: [
      { ...type, id: 't1', name: 'Early Bird', priceCents: 1200, available: 0 },
      { ...type, id: 't2', name: 'General Admission', priceCents: 1600, available: 142 },
    ],
    ...values,
  }
}
