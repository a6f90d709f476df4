import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { REPORT_REASONS, type ReportReason } from '../../rules/chat-limits'
import { reasonLabels } from '../moderation/moderation-labels'
import styles from './report.module.css'
import { RadioMark } from '~/design/radio-cards'

type ReasonChoiceProps = {
  legend: string
  value: ReportReason | undefined
  onChange: (reason: ReportReason) => void
  error: string | undefined
}

/** Native radios: arrow keys choose, Tab leaves the group. */
export function ReasonChoice({ legend, value, onChange, error }: ReasonChoiceProps) {
  const id = useId()
  return (
    <fieldset
      className="field"
      data-invalid={error ? '' : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={classNames('label', styles.legend)}>{legend}</legend>
      {REPORT_REASONS.map((reason) => (
        <label key={reason} className={styles.reason}>
          <input
            type="radio"
            className="visually-hidden"
            name={id}
            value={reason}
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          <RadioMark />
          {reasonLabels[reason]}
        </label>
      ))}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          <Icon of={TriangleAlert} />
          {error}
        </p>
      )}
    </fieldset>
  )
}
