/** How long a test waits for a condition before it fails. */
export const PATIENCE_MS = 15_000
