import type { EmailTopic } from './notification-kind'
import { formatWaitlistHold } from './waitlist-hold'

interface TopicTexts {
  label: string
  about: string | null
  /** The noun that completes "Stop emails about …". */
  noun: string
}

const topicTexts: Record<EmailTopic, TopicTexts> = {
  bookings: {
    label: 'Booking offers and changes',
    about: 'Requests, offers, cancellations',
    noun: 'bookings',
  },
  settlements: {
    label: 'Settlements and payouts',
    about: 'Figures to accept, questions, payouts',
    noun: 'settlements and payouts',
  },
  rooms: {
    label: 'Rooms',
    about: 'Room invitations and requests to join your rooms',
    noun: 'rooms',
  },
  connections: { label: 'Connection requests', about: null, noun: 'connections' },
  waitlist: {
    label: 'Waitlists',
    about: `Tickets that are held for you, for ${formatWaitlistHold().length}`,
    noun: 'waitlists',
  },
  transfers: {
    label: 'Ticket transfers',
    about: 'Someone accepted a ticket from you',
    noun: 'transfers',
  },
}

export function getTopicTexts(topic: EmailTopic): TopicTexts {
  return topicTexts[topic]
}
