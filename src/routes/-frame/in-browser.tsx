import type { ComponentType, ReactNode } from 'react'
import { usePart } from '~/design/use-part'

type InBrowserProps = {
  /** Fetched once the page stands in the browser. */
  load: () => Promise<{ default: ComponentType }>
  /** Holds its room until it has come, and on the server; stays when it cannot be fetched. */
  place?: ReactNode
}

/** A part of the frame that is not needed to read the page, and whose loss must not cost the page. */
export function InBrowser({ load, place = null }: InBrowserProps) {
  const part = usePart(load, true)
  return part ? <part.default /> : place
}
