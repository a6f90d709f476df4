import type { ComponentType, ReactNode } from 'react'
import { useLazyModule } from '~/design/use-lazy-module'

type InBrowserProps = {
  /** Loads the part after hydration. */
  load: () => Promise<{ default: ComponentType }>
  /** Placeholder on the server and until the part has loaded; stays if loading fails. */
  place?: ReactNode
}

/**
 * A part around the page, such as the bell, that isn't needed to read the page and whose failure must not affect it.
 */
export function BrowserOnly({ load, place = null }: InBrowserProps) {
  const part = useLazyModule(load, true)
  return part ? <part.default /> : place
}
