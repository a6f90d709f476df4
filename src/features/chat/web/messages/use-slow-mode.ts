import { useEffect, useState } from 'react'
import { slowUntil } from '../../rules/slow-mode'
import { countDown } from './use-countdown'

/** How many seconds slow mode keeps the reader waiting still. `lastAt`: when they wrote last, an ISO text. */
export function useSlowMode(slowModeSeconds: number, lastAt: string | undefined): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(
    () => countDown(slowUntil(slowModeSeconds, lastAt, Date.now()), setSeconds),
    [slowModeSeconds, lastAt],
  )
  return seconds
}
