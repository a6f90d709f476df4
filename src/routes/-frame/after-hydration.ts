// Delay in browsers without requestIdleCallback (Safari).
const PATIENCE_MS = 1000

/**
 * Runs a function after hydration; returns a function that cancels. React hydrates in parts. If data changes before
 * it is done, the server's HTML no longer matches, and React discards and renders it again.
 */
export function runAfterHydration(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, PATIENCE_MS)
    return () => clearTimeout(timer)
  }
  // Hydration is queued work; idle time comes after it.
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
