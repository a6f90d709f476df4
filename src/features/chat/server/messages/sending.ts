import type { ChatMessage } from '../../contract-shapes'
import type { WriteRestriction } from '../../rules/room-policy'

export interface Sending {
  personId: string
  /** Moderator or admin of the site. */
  isModerator: boolean
  /** `roomId` and `clientId` are in lower case. */
  roomId: string
  clientId: string
  /** See `messageText` in the contract. */
  content: string
}

export type SendOutcome =
  /**
   * `isNew` is false if an earlier request with this `clientId` stored the message, which is then returned in its
   * current state.
   */
  | { kind: 'stored'; message: ChatMessage; isNew: boolean }
  /** Not stored: this `clientId` already belongs to the sender's message in another room. */
  | { kind: 'elsewhere' }
  | { kind: 'not_found' }
  | { kind: 'slow_mode'; retryAfterSeconds: number }
  | WriteRestriction
