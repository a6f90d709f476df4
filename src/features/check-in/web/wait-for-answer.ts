/** Whoever stands at a door waits this long for the server, and no longer. */
const PATIENCE_MS = 1200

/** Acts whose answer somebody is looking out for. */
export function createWaiting<Answer>() {
  const waiting = new Map<string, (answer: Answer | undefined) => void>()
  return {
    /** The answer to the act, or undefined when it does not come in time. */
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
    /** True when somebody waited for it. */
    tell(nonce: string, answer: Answer | undefined): boolean {
      const hear = waiting.get(nonce)
      hear?.(answer)
      return hear !== undefined
    },
    /** There is no server to wait for. */
    giveUp() {
      for (const hear of waiting.values()) hear(undefined)
    },
  }
}
