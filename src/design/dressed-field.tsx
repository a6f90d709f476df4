import { CalendarDays, Clock } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Field, type FieldLook } from './field'
import { Icon, type LucideIcon } from './icon'
import { formatShortDate } from '~/lib/time'
import './dressed-field.css'

type DressedProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> &
  FieldLook & {
    value: string
    onValueChange: (value: string) => void
  }

/** A day such as `2026-12-18`, read as Fri 18 Dec 2026; the browser's own calendar opens from it. */
export function DateField(props: DressedProps) {
  const words = props.value && formatShortDate(`${props.value}T12:00:00Z`, 'UTC')
  return <DressedField {...props} type="date" words={words} icon={CalendarDays} />
}

/** A clock such as `23:00`, with 24 hours whatever the browser's language. */
export function ClockField(props: DressedProps) {
  return <DressedField {...props} type="time" words={props.value} icon={Clock} />
}

/**
 * The platform's field for a day or a time: its wheel on a phone, its arrow keys on a keyboard. Without focus, our text covers
 * the browser's, which follows the browser's language and not the page's.
 */
function DressedField(props: DressedProps & { type: 'date' | 'time'; words: string; icon: LucideIcon }) {
  const { label, help, error, labelEnd, hideLabel, id, className, words, icon, onValueChange, ...rest } =
    props
  const look = { label, help, error, labelEnd, hideLabel, id, describedBy: rest['aria-describedby'] }
  return (
    <Field {...look}>
      {(control) => (
        <span className={classNames('inx dressed', words !== '' && 'on')}>
          <input
            {...rest}
            {...control}
            className={classNames('in', className)}
            onChange={(event) => onValueChange(event.target.value)}
          />
          <span className="words" aria-hidden="true">
            {words}
          </span>
          <Icon of={icon} />
        </span>
      )}
    </Field>
  )
}
