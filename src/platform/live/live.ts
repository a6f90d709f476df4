/** What an open browser is told: that something of this topic changed, so that it reads it again. */
export interface LiveEvent {
  /** The features' own words, such as `network` or `notifications`. */
  topics: readonly string[]
}

export interface Live {
  /** Tells every open browser of these people. Call it after the commit; it never throws and waits for nobody. */
  publish(userIds: readonly (string | null)[], topics: readonly string[]): void
  /** Listens for one person until the answer is called. */
  subscribe(userId: string, listener: (event: LiveEvent) => void): () => void
  close(): Promise<void>
}

/** The bus of one process. */
export function createLive(): Live {
  const listeners = new Map<string, Set<(event: LiveEvent) => void>>()
  return {
    publish(userIds, topics) {
      for (const userId of new Set(userIds)) {
        if (userId === null) continue
        for (const listener of listeners.get(userId) ?? []) listener({ topics })
      }
    },
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set()
      listeners.set(userId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(userId)
      }
    },
    close: () => Promise.resolve(),
  }
}
