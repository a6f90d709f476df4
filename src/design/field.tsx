import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'
import { Icon } from './icon'

export type FieldAppearance = {
  label: ReactNode
  help?: ReactNode | undefined
  /** One sentence: what is wrong and what to enter. */
  error?: string | undefined
  /** Content at the right end of the label, such as a counter or "Optional". */
  labelEnd?: ReactNode | undefined
  hideLabel?: boolean | undefined
}

type FieldProps = FieldAppearance & {
  id?: string | undefined
  className?: string | undefined
  describedBy?: string | undefined
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A label, a control, then help and error, linked to the control by id. Help stays visible with an error. */
export function Field({
  label,
  help,
  error,
  labelEnd,
  hideLabel,
  id,
  className,
  describedBy,
  children,
}: FieldProps) {
  const generated = useId()
  const controlId = id ?? generated
  const helpId = help ? `${controlId}-help` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  return (
    <div className={classNames('field', className)}>
      <label
        htmlFor={controlId}
        className={hideLabel ? 'visually-hidden' : labelEnd ? 'row between' : undefined}
      >
        {label}
        {labelEnd && <span className="faint plain-weight">{labelEnd}</span>}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': classNames(describedBy, errorId, helpId) || undefined,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {help && (
        <p className="hint" id={helpId}>
          {help}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon of={TriangleAlert} />
      {children}
    </p>
  )
}

type ControlProps = FieldAppearance & Pick<ComponentProps<'input'>, 'id' | 'className' | 'aria-describedby'>

/** Splits the props of a field into those of `Field` and those of its control. */
export function splitFieldProps<Props extends ControlProps>(props: Props) {
  const { label, help, error, labelEnd, hideLabel, id, className, ...rest } = props
  const look = { label, help, error, labelEnd, hideLabel, id, describedBy: rest['aria-describedby'] }
  return { look, control: { ...rest, className: classNames('input', className) } }
}
