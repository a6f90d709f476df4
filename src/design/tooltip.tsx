import { type ReactElement, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type TooltipSide, placeTooltip } from './tooltip-place'
import styles from './tooltip.module.css'

type TooltipProps = {
  /** The element's own accessible name: a tooltip is never the only name. */
  label: string
  side?: TooltipSide | undefined
  children: ReactElement
}

const hoverDelay = 500
/**
 * How long the tooltip stays after the pointer has left its element, in ms: long enough for the pointer to move onto
 * the tooltip, which must be hoverable itself (WCAG 1.4.13).
 */
const leaveDelay = 120

/**
 * A label on hover and keyboard focus; Escape closes it. Hand-written because every page has icon buttons, and Base
 * UI's tooltip would add 25 kB of positioning code.
 */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  const around = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [at, setAt] = useState<ReturnType<typeof placeTooltip>>()

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!at) return undefined
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return
      setAt(undefined)
    }
    document.addEventListener('keydown', close)
    document.addEventListener('scroll', close, { capture: true, passive: true })
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('scroll', close, { capture: true })
    }
  }, [at])

  const show = () => {
    const target = around.current?.firstElementChild
    if (target) setAt(placeTooltip(target.getBoundingClientRect(), side, window.innerWidth))
  }
  const schedule = (act: () => void, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, delay)
  }
  return (
    <span
      ref={around}
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType !== 'touch' && schedule(show, hoverDelay)}
      onPointerLeave={() => schedule(() => setAt(undefined), leaveDelay)}
      onPointerDown={() => schedule(() => setAt(undefined), 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && show()}
      onBlur={() => setAt(undefined)}
    >
      {children}
      {at &&
        createPortal(
          <span className={styles.tip} data-side={at.side} style={at.style} aria-hidden="true">
            {label}
          </span>,
          document.body,
        )}
    </span>
  )
}
