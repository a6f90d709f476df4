/** A message that the room does not have yet. */
export interface PendingMessage {
  clientId: string
  content: string
  /** When it was written. */
  at: string
  /** `waiting`: goes out by itself, at `retryAt` or as soon as the server is there again. `failed`: only by hand. */
  state: 'sending' | 'waiting' | 'failed'
  problem: string | null
  /** In milliseconds since 1970. */
  retryAt: number | null
}
