import type { ComponentType, ReactNode } from 'react'
import { usePart } from '~/design/use-part'

type InBrowserProps = {
  /** Loads the part after hydration. */
  load: () => Promise<{ default: ComponentType }>
  /** Placeholder on the server and until the part has loaded; stays if loading fails. */
  place?: ReactNode
}

/** A part of the frame that isn't needed to read the page, and whose failure must not affect it. */
export function InBrowser({ load, place = null }: InBrowserProps) {
  const part = usePart(load, true)
  return part ? <part.default /> : place
}
