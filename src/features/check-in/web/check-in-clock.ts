/** A server time and this phone's clocks at that moment. Stored with the list, so that it survives a reload. */
export interface Anchor {
  /** The server's clock, milliseconds since the epoch. */
  server: number
  wall: number
  /** The page's monotonic counter, which can't be set but stops while the phone sleeps. */
  steady: number
  /** The page that `steady` belongs to: every page starts its own counter. */
  life: string
}

export interface Ticks {
  wall: () => number
  steady: () => number
  life: string
}

export interface CheckInClock {
  /** Returns the best estimate of the server's time, milliseconds since the epoch. */
  now: () => number
  set: (server: number) => void
  anchor: () => Anchor | undefined
  restore: (anchor: Anchor | undefined) => void
}

// The phone's clock and the page's counter drift apart by less than this many milliseconds, unless the phone sleeps.
const DRIFT_MS = 2000

export const createBrowserTicks = (): Ticks => ({
  wall: () => Date.now(),
  steady: () => performance.now(),
  life: String(performance.timeOrigin),
})

/**
 * Creates the check-in clock, independent of the phone's time setting: the last server time plus the time elapsed.
 * Within one page, elapsed time comes from the monotonic counter, unless the phone's clock advanced further (as after
 * sleep); after a reload, only the phone's clock is left. Scans keep their time by this clock and are sent with their
 * age, so that a wrong clock setting no longer matters once the server has sent its time again.
 */
export function createCheckInClock(ticks: Ticks): CheckInClock {
  let anchor: Anchor | undefined
  function getElapsed(since: Anchor): number {
    const byWall = Math.max(0, ticks.wall() - since.wall)
    if (since.life !== ticks.life) return byWall
    const bySteady = ticks.steady() - since.steady
    return byWall > bySteady + DRIFT_MS ? byWall : bySteady
  }
  return {
    now: () => (anchor ? anchor.server + getElapsed(anchor) : ticks.wall()),
    set: (server) => {
      anchor = { server, wall: ticks.wall(), steady: ticks.steady(), life: ticks.life }
    },
    anchor: () => anchor,
    restore: (stored) => {
      anchor ??= stored
    },
  }
}
