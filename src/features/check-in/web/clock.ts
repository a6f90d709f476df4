/** What a moment of the server looked like on this phone. Kept with the list, so that a reload does not begin anew. */
export interface Anchor {
  /** The server's clock, milliseconds since 1970. */
  server: number
  /** This phone's clock at that moment. */
  wall: number
  /** The page's own count, which nobody can set, but which stands still while a phone sleeps. */
  steady: number
  /** Of which page: another one counts from another beginning. */
  life: string
}

export interface Ticks {
  wall: () => number
  steady: () => number
  life: string
}

export interface CheckInClock {
  /** The server's time as well as this phone can know it, milliseconds since 1970. */
  now: () => number
  /** The server said its time a moment ago. */
  set: (server: number) => void
  anchor: () => Anchor | undefined
  restore: (anchor: Anchor | undefined) => void
}

// Two clocks that ran side by side differ by less than this.
const DRIFT_MS = 2000

export const browserTicks = (): Ticks => ({
  wall: () => Date.now(),
  steady: () => performance.now(),
  life: String(performance.timeOrigin),
})

/**
 * The time at the door, whatever the phone's clock says: the server's last word and what has passed since. Within one page
 * that is counted by what cannot be set, unless the phone's clock went further, as after sleep; after a reload only the
 * phone's clock is left. Scans keep the time they were made at by this clock, and say their age when they are sent: once
 * the server has told its time again, a clock that was set wrong in between no longer counts.
 */
export function createCheckInClock(ticks: Ticks): CheckInClock {
  let anchor: Anchor | undefined
  function passed(since: Anchor): number {
    const byWall = Math.max(0, ticks.wall() - since.wall)
    if (since.life !== ticks.life) return byWall
    const bySteady = ticks.steady() - since.steady
    return byWall > bySteady + DRIFT_MS ? byWall : bySteady
  }
  return {
    now: () => (anchor ? anchor.server + passed(anchor) : ticks.wall()),
    set: (server) => {
      anchor = { server, wall: ticks.wall(), steady: ticks.steady(), life: ticks.life }
    },
    anchor: () => anchor,
    restore: (kept) => {
      anchor ??= kept
    },
  }
}
