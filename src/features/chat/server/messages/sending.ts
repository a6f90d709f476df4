import type { ChatMessage } from '../../contract-shapes'
import type { Silence } from '../../rules/room-policy'

export interface Sending {
  personId: string
  /** Of the whole product: a moderator or an admin. */
  isModerator: boolean
  /** Ids in lower case. */
  roomId: string
  clientId: string
  /** See `messageText` of the contract. */
  content: string
}

export type SendOutcome =
  /** Not new: stored by an earlier request with this `clientId`. It is answered as it stands. */
  | { kind: 'stored'; message: ChatMessage; isNew: boolean }
  /** Their `clientId` belongs to a message in another room. */
  | { kind: 'elsewhere' }
  /** The person may not know of the room. */
  | { kind: 'not_found' }
  | { kind: 'slow_mode'; retryAfterSeconds: number }
  | Silence
