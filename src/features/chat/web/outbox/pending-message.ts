/** A message that is not stored in the room yet. */
export interface PendingMessage {
  clientId: string
  content: string
  at: string
  /**
   * `waiting`: sent automatically at `retryAt`, or once the server can be reached. `failed`: too old to be sent without
   * asking.
   */
  state: 'sending' | 'waiting' | 'failed'
  problem: string | null
  /** Milliseconds since the epoch. */
  retryAt: number | null
}
