import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { classNames } from '~/design/class-names'

type GrowingTextProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  onEnter: () => void
  /** Called before the default action of other keys. */
  onKey?: ((event: KeyboardEvent<HTMLTextAreaElement>) => void) | undefined
  ref: Ref<HTMLTextAreaElement | null>
  placeholder?: string | undefined
  isInvalid: boolean
  describedBy?: string | undefined
  className?: string | undefined
}

/**
 * A text field that grows from one line to 8rem. Enter submits and Shift + Enter adds a line; on touch screens Enter
 * adds a line and a button submits. Enter during an IME composition only ends the composition.
 */
export function GrowingTextarea(props: GrowingTextProps) {
  const { label, value, onValueChange, onEnter, onKey, ref, placeholder, isInvalid, describedBy, className } =
    props
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => field.current)
  useLayoutEffect(() => {
    const text = field.current
    if (!text || CSS.supports('field-sizing', 'content')) return
    text.style.height = 'auto'
    text.style.height = `${text.scrollHeight + 2}px`
  })
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Safari ends a composition before it reports the Enter that ended it; key code 229 still reveals it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    onKey?.(event)
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.defaultPrevented) return
    if (isOnGlass() && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (!event.repeat) onEnter()
  }
  return (
    <textarea
      ref={field}
      rows={1}
      className={classNames('input', className)}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={press}
    />
  )
}

const isOnGlass = () => matchMedia('(hover: none) and (pointer: coarse)').matches
