// Delay in browsers without requestIdleCallback (Safari).
const PATIENCE_MS = 1000

/**
 * Runs after hydration. React hydrates in parts, and data that changes meanwhile no longer matches the server's HTML,
 * which React then discards and renders again. Returns a function that cancels.
 */
export function afterHydration(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, PATIENCE_MS)
    return () => clearTimeout(timer)
  }
  // Hydration is queued work; idle time comes after it.
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
