import { createBoundedCache } from '~/lib/bounded-cache'
import { flyerPng } from './flyer-png'

// 40 waiting drawings finish within the five-second limit of the queue. A page of events needs fewer.
const drawn = createBoundedCache<Buffer>({ most: 100, atOnce: 4, waiting: 40 })

/**
 * Returns the same as `flyerPng`, drawn once for concurrent requests: a drawing takes a tenth of a second of CPU, and
 * any visitor can request any.
 * @throws TooBusy
 */
export function sharedFlyerPng(...[title, options]: Parameters<typeof flyerPng>): Promise<Buffer> {
  return drawn(JSON.stringify([title, options]), () => flyerPng(title, options))
}
