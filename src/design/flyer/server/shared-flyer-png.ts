import { createBoundedCache } from '~/lib/bounded-cache'
import { flyerPng } from './flyer-png'

const drawn = createBoundedCache<Buffer>({ most: 100, mostUnderWay: 4 })

/**
 * The same as `flyerPng`, drawn once for all who ask: a drawing takes a tenth of a second of a core, and anyone may ask for any.
 * @throws TooBusy
 */
export function sharedFlyerPng(...[title, options]: Parameters<typeof flyerPng>): Promise<Buffer> {
  return drawn(JSON.stringify([title, options]), () => flyerPng(title, options))
}
