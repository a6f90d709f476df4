/** How long check-in staff wait for the server before the phone answers. */
const PATIENCE_MS = 1200

/** Actions whose answer is being waited for. */
export function createWaiting<Answer>() {
  const waiting = new Map<string, (answer: Answer | undefined) => void>()
  return {
    /** Resolves with the answer to the action, or undefined on a timeout. */
    until: (nonce: string): Promise<Answer | undefined> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => hear(undefined), PATIENCE_MS)
        function hear(answer: Answer | undefined): void {
          clearTimeout(timer)
          waiting.delete(nonce)
          resolve(answer)
        }
        waiting.set(nonce, hear)
      }),
    /** Returns true if the answer was being waited for. */
    tell(nonce: string, answer: Answer | undefined): boolean {
      const hear = waiting.get(nonce)
      hear?.(answer)
      return hear !== undefined
    },
    /** Resolves all waiting calls: the server can't be reached. */
    cancelAll() {
      for (const hear of waiting.values()) hear(undefined)
    },
  }
}
