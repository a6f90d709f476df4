import type { Tax } from '../rules/invoice-lines'

/** Returns the tax of a new invoice. Orders have no tax yet; this is where it will be read. */
export function getTax(): Tax {
  return { mode: 'none', rateBasisPoints: 0 }
}
