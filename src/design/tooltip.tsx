import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

type TooltipProps = {
  /** Repeats what the element's own label says: a tooltip is never the only name. */
  label: string
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined
  children: ReactElement<Record<string, unknown>>
}

/** A word on hover and on keyboard focus. Escape closes it. */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="float" side={side} sideOffset={6}>
          <Base.Popup className="tip">{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
