import { useSyncExternalStore } from 'react'

const STEP_MS = 30_000

function subscribe(onStep: () => void): () => void {
  const timer = setInterval(onStep, STEP_MS)
  return () => clearInterval(timer)
}
const lastStep = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

/** Milliseconds since 1970, by half minutes; undefined on the server and in the first render, which must say the same. */
export function useNow(): number | undefined {
  return useSyncExternalStore<number | undefined>(subscribe, lastStep, () => undefined)
}
