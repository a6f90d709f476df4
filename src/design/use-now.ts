import { useSyncExternalStore } from 'react'

const STEP_MS = 30_000

function subscribe(onStep: () => void): () => void {
  const timer = setInterval(onStep, STEP_MS)
  return () => clearInterval(timer)
}
const getLastStep = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

/**
 * Returns the time in milliseconds since 1970, updated every half minute; undefined on the server and during
 * hydration, because the two must render the same.
 */
export function useNow(): number | undefined {
  return useSyncExternalStore<number | undefined>(subscribe, getLastStep, () => undefined)
}
