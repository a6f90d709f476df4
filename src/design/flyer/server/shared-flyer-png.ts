import { createBoundedCache } from '~/lib/bounded-cache'
import { createFlyerPng } from './flyer-png'

// 40 waiting drawings finish within the five-second limit of the queue. A page of events needs fewer.
const drawn = createBoundedCache<Buffer>({ most: 100, atOnce: 4, waiting: 40 })

/**
 * Returns the same as `createFlyerPng`, drawn once for concurrent requests: a drawing takes a tenth of a second of CPU, and
 * any visitor can request any.
 * @throws TooBusy
 */
export function createSharedFlyerPng(
  ...[title, options]: Parameters<typeof createFlyerPng>
): Promise<Buffer> {
  return drawn(JSON.stringify([title, options]), () => createFlyerPng(title, options))
}
