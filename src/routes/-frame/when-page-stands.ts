// Browsers without requestIdleCallback (Safari) get this long.
const PATIENCE_MS = 1000

/**
 * Runs once the page that the server drew is the browser's own: React takes its parts over one after another, and an answer
 * that changes in between is another one than the part was drawn from, which is then thrown away and drawn anew. Answers how
 * to take it back.
 */
export function whenPageStands(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, PATIENCE_MS)
    return () => clearTimeout(timer)
  }
  // Taking over is work that waits in line; idle time comes after it.
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
