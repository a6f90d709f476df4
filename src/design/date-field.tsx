import { CalendarDays, Clock } from 'lucide-react'
import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names'
import { Field, type FieldAppearance, splitFieldProps } from './field'
import { Icon, type LucideIcon } from './icon'
import { formatShortDate } from '~/lib/time'
import select from './select-field.module.css'
import styles from './date-field.module.css'

type NativeProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onKeyDown' | 'onBlur'> &
  FieldAppearance & {
    value: string
    /** Called with a complete value, or '' when the field was emptied and left; never with a partly typed value. */
    onValueChange: (value: string) => void
  }

/** A date such as `2026-12-18`, shown as Fri 18 Dec 2026; opens the browser's own calendar. */
export function DateField(props: NativeProps) {
  const shown = props.value && formatShortDate(`${props.value}T12:00:00Z`, 'UTC')
  // Without a maximum, the browser accepts six-digit years.
  return <NativeDateField max="9999-12-31" {...props} type="date" shown={shown} icon={CalendarDays} />
}

/** A time such as `23:00`, in 24 hours whatever the browser's language. */
export function ClockField(props: NativeProps) {
  return <NativeDateField {...props} type="time" shown={props.value} icon={Clock} />
}

/**
 * The native field for a date or time, with the platform's picker and keys. The browser formats its value in its own
 * language, not the page's. So our formatted text covers it while the field has no focus.
 */
function NativeDateField(props: NativeProps & { type: 'date' | 'time'; shown: string; icon: LucideIcon }) {
  const { shown, icon, value, onValueChange, ...rest } = props
  const { look, control } = splitFieldProps(rest)
  const typing = useDelayedInput(value, onValueChange)
  return (
    <Field {...look}>
      {(ids) => (
        <span className={classNames(select.control, styles.field, shown !== '' && styles.filled)}>
          <input {...control} {...ids} {...typing} />
          <span className={styles.shown} aria-hidden="true">
            {shown}
          </span>
          <Icon of={icon} />
        </span>
      )}
    </Field>
  )
}

/**
 * Keeps typed values local until the field loses focus. Browsers report every digit: typing 12/19/2026 passes through
 * the year 0002, and a date with an empty part is ''. Values picked from the calendar are reported immediately.
 */
function useDelayedInput(value: string, onValueChange: (value: string) => void) {
  const [typed, setTyped] = useState<string>()
  const isTyping = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  const pass = (text: string) => {
    setTyped(undefined)
    const whole = input.current?.validity.badInput ? undefined : findCompleteValue(text)
    if (whole !== undefined && whole !== value) onValueChange(whole)
  }
  const leave = () => {
    isTyping.current = false
    if (typed !== undefined) pass(typed)
  }

  // Reports the value on unmount too: a popover that closes removes its field without a blur event.
  const leaveLast = useRef(leave)
  useLayoutEffect(() => {
    leaveLast.current = leave
  })
  useLayoutEffect(() => () => leaveLast.current(), [])

  return {
    value: typed ?? value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      input.current = event.currentTarget
      if (isTyping.current) setTyped(event.currentTarget.value)
      else pass(event.currentTarget.value)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') leave()
      else isTyping.current = true
    },
    onBlur: leave,
  }
}

/** Returns a complete date or time, with the year 26 read as 2026; undefined for years before 1000. */
function findCompleteValue(text: string): string | undefined {
  const full = text.replace(/^00(?=\d\d-)/u, '20')
  return /^0\d{3}-/u.test(full) ? undefined : full
}
