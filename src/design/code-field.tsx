import type { ComponentProps, CSSProperties } from 'react'
import { classNames } from './class-names'
import { Field, type FieldAppearance } from './field'
import styles from './code-field.module.css'

type CodeFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'maxLength'> &
  FieldAppearance & {
    value: string
    onValueChange: (value: string) => void
    /** Number of cells: 8 for an invite code, 6 for a one-time code. */
    length?: number | undefined
    kind?: 'letters' | 'digits' | undefined
  }

function cleanCode(text: string, kind: 'letters' | 'digits', length: number): string {
  const cleaned =
    kind === 'digits' ? text.replaceAll(/\D/g, '') : text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return cleaned.slice(0, length)
}

/**
 * A code in cells over one real input, so paste ("k7q2-xm0r "), autofill and screen readers work. `onValueChange`
 * receives upper case letters and digits only. Typing always continues at the end, because the caret is invisible.
 */
export function CodeField(props: CodeFieldProps) {
  const { value, onValueChange, length = 8, kind = 'letters', className, id, ...others } = props
  const { label, help, error, labelEnd, hideLabel, ...rest } = others
  const look = { label, help, error, labelEnd, hideLabel, id, describedBy: rest['aria-describedby'] }
  const cursor = Math.min(value.length, length - 1)
  const places = [...Array(length).keys()]
  return (
    <Field {...look}>
      {(control) => (
        <span
          className={classNames(
            styles.cells,
            kind === 'digits' && styles.big,
            error && styles.invalid,
            className,
          )}
          style={{ '--n': length } as CSSProperties}
        >
          {places.map((place) => (
            <i
              key={place}
              className={classNames(kind === 'letters' && 'code', place === cursor && styles.current)}
              aria-hidden="true"
            >
              {value[place]}
            </i>
          ))}
          <input
            autoComplete={kind === 'digits' ? 'one-time-code' : 'off'}
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            inputMode={kind === 'digits' ? 'numeric' : 'text'}
            {...rest}
            {...control}
            value={value}
            onChange={(event) => onValueChange(cleanCode(event.target.value, kind, length))}
            onSelect={(event) => {
              const end = event.currentTarget.value.length
              const isAll =
                event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === end
              if (!isAll) event.currentTarget.setSelectionRange(end, end)
            }}
          />
        </span>
      )}
    </Field>
  )
}
