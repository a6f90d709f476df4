import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { classNames } from '~/design/class-names'

type GrowingTextProps = {
  label: string
  value: string
  onValueChange: (value: string) => void
  onEnter: () => void
  /** Other keys, before they do what they do. */
  onKey?: ((event: KeyboardEvent<HTMLTextAreaElement>) => void) | undefined
  ref: Ref<HTMLTextAreaElement | null>
  placeholder?: string | undefined
  isInvalid: boolean
  describedBy?: string | undefined
  className?: string | undefined
}

/**
 * A field as high as its text, from one line to eight rem. Enter is done, Shift and Enter a new line; where one types on
 * glass Enter is a new line too, as everywhere there, and a button is for being done. A word that is being composed is
 * finished first.
 */
export function GrowingText(props: GrowingTextProps) {
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
    // Safari ends a composition before it tells of the Enter that ended it; 229 still says so.
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
