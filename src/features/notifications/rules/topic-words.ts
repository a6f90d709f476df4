import type { EmailTopic } from './notice-kind'
import { waitlistHoldWords } from './waitlist-hold'

interface TopicWords {
  label: string
  about: string | null
  /** Completes "Stop emails about". */
  noun: string
}

const words: Record<EmailTopic, TopicWords> = {
  bookings: {
    label: 'Booking offers and changes',
    about: 'Requests, offers, cancellations',
    noun: 'bookings',
  },
  rooms: {
    label: 'Rooms',
    about: 'Room invitations and requests to join your rooms',
    noun: 'rooms',
  },
  connections: { label: 'Connection requests', about: null, noun: 'connections' },
  waitlist: {
    label: 'Waitlists',
    about: `Tickets that are held for you, for ${waitlistHoldWords().length}`,
    noun: 'waitlists',
  },
  transfers: {
    label: 'Tickets you transfer',
    about: 'Someone accepted one',
    noun: 'transfers',
  },
}

export function topicWords(topic: EmailTopic): TopicWords {
  return words[topic]
}
