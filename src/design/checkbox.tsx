import { Check, TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'
import { Icon } from './icon'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  children: ReactNode
  error?: string | undefined
}

/** A native checkbox under a drawn box; the children are its label. */
export function Checkbox({ children, error, className, ...rest }: CheckboxProps) {
  const errorId = useId()
  return (
    <div className={classNames('field', className)}>
      <label className="ck nb">
        <input
          {...rest}
          type="checkbox"
          className="sr"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : rest['aria-describedby']}
        />
        <span className="check" aria-hidden="true">
          <Icon of={Check} strokeWidth={3} />
        </span>
        <span>{children}</span>
      </label>
      {error && (
        <p className="err" id={errorId}>
          <Icon of={TriangleAlert} />
          {error}
        </p>
      )}
    </div>
  )
}
