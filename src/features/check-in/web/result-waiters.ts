/** How long the phone waits for the server before it decides by its own list. */
const PATIENCE_MS = 1200

/** Creates the set of actions that wait for their result. */
export function createResultWaiters<Result>() {
  const waiting = new Map<string, (result: Result | undefined) => void>()
  return {
    /** Resolves with the result of the action, or undefined on a timeout. */
    waitFor: (nonce: string): Promise<Result | undefined> =>
      new Promise((resolve) => {
        const timer = setTimeout(() => finish(undefined), PATIENCE_MS)
        function finish(result: Result | undefined): void {
          clearTimeout(timer)
          waiting.delete(nonce)
          resolve(result)
        }
        waiting.set(nonce, finish)
      }),
    /** Passes on the result of an action. Returns true if a call was waiting for it. */
    settle(nonce: string, result: Result | undefined): boolean {
      const finish = waiting.get(nonce)
      finish?.(result)
      return finish !== undefined
    },
    /** Resolves all waiting calls: the server can't be reached. */
    cancelAll() {
      for (const finish of waiting.values()) finish(undefined)
    },
  }
}
