import { accountParts } from './parts-account'
import { bookingParts } from './parts-bookings'
import { chatParts } from './parts-chat'
import { houseParts } from './parts-house'
import { nightParts } from './parts-nights'
import { peopleParts } from './parts-people'
import { ticketParts } from './parts-tickets'
import type { Part } from './part'

/** Everything that is held about somebody, in the order of the archive. */
export const parts: readonly Part[] = [
  ...accountParts,
  ...peopleParts,
  ...nightParts,
  ...ticketParts,
  ...bookingParts,
  ...chatParts,
  ...houseParts,
]
